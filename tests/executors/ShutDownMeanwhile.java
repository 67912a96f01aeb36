// finds: 3
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/** Another thread shuts a cached pool down, while a task is handed in. */
public class ShutDownMeanwhile {
    static volatile int ran;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newCachedThreadPool();
        new Thread(pool::shutdown).start();
        try {
            pool.execute(() -> ran = 1);
        } catch (RejectedExecutionException e) {
            ran = 2;
        }
        Outcome.is(ran);
    }
}
