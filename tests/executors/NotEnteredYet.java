// finds: 2
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;

/** A worker is counted before it is one of those that the pool's size tells of. */
public class NotEnteredYet {
    public static void main(String[] args) {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
        new Thread(() -> pool.execute(() -> { })).start();
        pool.execute(() -> { });
        Outcome.is(pool.getPoolSize());
    }
}
