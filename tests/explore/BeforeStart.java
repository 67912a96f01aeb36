// finds: uncaught exception: java.lang.IllegalStateException: is alive
// finds: uncaught exception: java.lang.IllegalStateException: was interrupted
// finds: uncaught exception: java.lang.IllegalStateException: has a permit
import java.util.concurrent.locks.LockSupport;

/** What is done to a thread before it is started, and after. */
public class BeforeStart {
    static volatile int x;
    static final Thread late = new Thread(() -> {
        boolean interrupted = Thread.currentThread().isInterrupted();
        LockSupport.parkNanos(1);
        if (interrupted) throw new IllegalStateException("was interrupted");
    });

    public static void main(String[] args) {
        new Thread(() -> {
            x = 1;
            if (late.isAlive()) throw new IllegalStateException("is alive");
            late.interrupt();
        }).start();
        if (x == 1) {
            late.start();
            if (x == 1 && late.isInterrupted()) throw new IllegalStateException("has a permit");
        }
    }
}
