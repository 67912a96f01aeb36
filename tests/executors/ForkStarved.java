// finds: 1
// fewer ends: workers are daemons, which the end of the guest cuts short anywhere
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;

/** The only worker waits for a task that nobody is left to run. */
public class ForkStarved {
    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(1);
        CountDownLatch latch = new CountDownLatch(1);
        pool.invoke(java.util.concurrent.ForkJoinTask.adapt(() -> {
            pool.execute(latch::countDown);
            latch.await();
            return 1;
        }));
    }
}
