// finds: 4
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A result is there when it is asked for, whatever else the program changes meanwhile. */
public class SubmitAndGet {
    static volatile int x;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> future = pool.submit(() -> x);
        x = 1;
        boolean early = future.isDone();
        int seen = future.get();
        pool.shutdown();
        Outcome.is(seen + (early ? 2 : 0));
    }
}
