// finds: 4
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A task is cancelled before it runs, while it runs, or too late. */
public class CancelledOrRun {
    static volatile boolean ran;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<?> future = pool.submit(() -> { ran = true; });
        boolean before = ran;
        boolean cancelled = future.cancel(false);
        Outcome.is((before ? 1 : 0) + (cancelled ? 2 : 0) + (future.isCancelled() ? 4 : 0));
    }
}
