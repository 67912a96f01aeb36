// finds: 3
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/** A task comes before or after the pool is shut down. */
public class ShutDownOrTaken {
    static volatile boolean ran;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Thread other = new Thread(pool::shutdown);
        other.start();
        boolean rejected = false;
        try {
            pool.execute(() -> ran = true);
        } catch (RejectedExecutionException e) {
            rejected = true;
        }
        Outcome.is((rejected ? 1 : 0) + (ran ? 2 : 0));
    }
}
