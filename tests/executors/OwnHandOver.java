// finds: 3
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A pool of the program's own making whose only worker is handed a second task if it waits by then; the end of all may be awaited in vain. */
public class OwnHandOver {
    static volatile int seen = 1;

    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>());
        pool.execute(() -> { });
        try {
            pool.execute(() -> seen = 2);
        } catch (RejectedExecutionException e) {
            seen = 3;
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.DAYS);
        Outcome.is(seen);
    }
}
