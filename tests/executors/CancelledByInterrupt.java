// finds: 5
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A task that is cancelled may see that before it sees that it is interrupted. */
public class CancelledByInterrupt {
    static volatile int seen;
    static volatile Future<?> future;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        future = pool.submit(() -> {
            Future<?> me = future;
            boolean cancelled = me != null && me.isCancelled();
            boolean interrupted = Thread.currentThread().isInterrupted();
            seen = 1 + (cancelled ? 2 : 0) + (interrupted ? 4 : 0);
        });
        future.cancel(true);
        pool.shutdown();
        pool.awaitTermination(1, java.util.concurrent.TimeUnit.DAYS);
        Outcome.is(seen);
    }
}
