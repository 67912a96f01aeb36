// finds: 4
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A result is there in time or not; and so is the end of a pool. */
public class InTime {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> future = pool.submit(() -> 1);
        int seen = 0;
        try {
            seen = future.get(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            seen = 2;
        }
        pool.shutdown();
        boolean over = pool.awaitTermination(1, TimeUnit.MILLISECONDS);
        Outcome.is(seen + (over ? 4 : 0));
    }
}
