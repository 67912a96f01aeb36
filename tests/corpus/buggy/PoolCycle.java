// Three tasks of a pool take three locks in a ring.
// expect deadlock PoolCycle.locks[] @next
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class PoolCycle {
    static final Object[] locks = {new Object(), new Object(), new Object()};

    static void task(int i) {
        synchronized (locks[i]) {
            synchronized (locks[(i + 1) % 3]) { // @next
            }
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int n = i;
            futures.add(pool.submit(() -> task(n)));
        }
        for (Future<?> f : futures) {
            f.get();
        }
        pool.shutdown();
        System.out.println("done");
    }
}
