// finds: uncaught exception: java.lang.IllegalThreadStateException*

/** Two threads start a third one: one of them comes too late. */
public class StartedTwice {
    public static void main(String[] args) {
        Thread third = new Thread(() -> { });
        Thread other = new Thread(third::start);
        other.start();
        third.start();
    }
}
