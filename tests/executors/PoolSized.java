// finds: 2
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;

/** Threads of a pool are counted while it gets its first task. */
public class PoolSized {
    static int seen;

    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
        Thread other = new Thread(() -> seen = pool.getLargestPoolSize());
        other.start();
        pool.execute(() -> { });
        pool.getQueue();
        other.join();
        pool.shutdown();
        Outcome.is(seen);
    }
}
