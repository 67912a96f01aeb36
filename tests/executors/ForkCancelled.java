// finds: 4
// fewer ends: workers are daemons, which the end of the guest cuts short anywhere
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/** A task is cancelled before it runs, while it runs, or too late. */
public class ForkCancelled {
    static volatile boolean ran;

    public static void main(String[] args) {
        ForkJoinTask<?> task = new ForkJoinPool(1).submit(() -> { ran = true; });
        boolean before = ran;
        boolean cancelled = task.cancel(false);
        Outcome.is((before ? 1 : 0) + (cancelled ? 2 : 0) + (task.isCancelled() ? 4 : 0));
    }
}
