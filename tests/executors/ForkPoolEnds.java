// finds: 5
// fewer ends: workers are daemons, which the end of the guest cuts short anywhere
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

/** A fork/join pool ends when its tasks are done. */
public class ForkPoolEnds {
    static volatile int ran;

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        pool.execute(() -> { ran = 1; });
        pool.shutdown();
        boolean over = pool.isTerminated();
        pool.awaitTermination(1, TimeUnit.DAYS);
        Outcome.is(ran + (over ? 2 : 0) + (pool.isTerminated() ? 4 : 0));
    }
}
