// finds: 2
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A thread that waits for a result is interrupted, or gets it. */
public class InterruptedGet {
    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> future = pool.submit(() -> {
            main.interrupt();
            return 1;
        });
        int seen;
        try {
            seen = future.get();
        } catch (InterruptedException e) {
            seen = 2;
        }
        Outcome.is(seen + (Thread.interrupted() ? 4 : 0));
    }
}
