// leaves: call shutdown() on FixedPool.pool
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A pool that was never shut down: its workers wait for work, and that is no deadlock. */
public class FixedPool {
    static final ExecutorService pool = Executors.newFixedThreadPool(2);

    public static void main(String[] args) throws Exception {
        System.out.println(pool.submit(() -> 1).get() + pool.submit(() -> 2).get());
    }
}
