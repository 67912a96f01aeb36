// finds: uncaught exception: java.lang.AssertionError*

/** A thread joins its younger sibling, which may not have been started: then there is nothing to wait for. */
public class JoinedBeforeStart {
    static volatile boolean done;

    public static void main(String[] args) {
        Thread younger = new Thread(() -> done = true);
        Thread elder = new Thread(() -> {
            try {
                younger.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            if (!done) {
                throw new AssertionError("not done");
            }
        });
        elder.start();
        younger.start();
    }
}
