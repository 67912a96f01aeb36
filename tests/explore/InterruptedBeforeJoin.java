// finds: dead heat: InterruptedBeforeJoin.x
// finds: uncaught exception: java.lang.IllegalStateException: early
// finds: uncaught exception: java.lang.IllegalStateException: late
/** A thread that has interrupted itself does not wait for the other: its join throws, unless the other has ended. */
public class InterruptedBeforeJoin {
    static int x;
    static volatile boolean written;

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            x = 1;
            written = true;
        });
        other.start();
        Thread.currentThread().interrupt();
        try {
            other.join();
            if (!Thread.interrupted()) throw new AssertionError("who took the flag?");
        } catch (InterruptedException e) {
            x = 2;
            if (written) throw new IllegalStateException("late");
            throw new IllegalStateException("early");
        }
    }
}
