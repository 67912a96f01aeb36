// finds: 1
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A factory that makes no thread leaves the task in no worker's hands. */
public class NoThread {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1, task -> null);
        int result = 0;
        try {
            pool.submit(() -> 1).get(1, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            result = 2;
        } catch (java.util.concurrent.RejectedExecutionException e) {
            result = 3;
        }
        Outcome.is(result);
    }
}
