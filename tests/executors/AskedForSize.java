// finds: 3
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;

/** How many threads a pool has, and how many tasks it has done, while it runs them. */
public class AskedForSize {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
        pool.execute(() -> { });
        pool.shutdown();
        int size = pool.getPoolSize();
        long done = pool.getCompletedTaskCount();
        Outcome.is(size + (int) done * 2);
    }
}
