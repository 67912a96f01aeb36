// finds: 2
// finds: too many steps
// fewer ends: workers are daemons, which the end of the guest cuts short anywhere
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;

/** Tasks wait in the queues of two threads: any may be first. */
public class ForkChance {
    static volatile int first;

    public static void main(String[] args) throws InterruptedException {
        ForkJoinPool pool = new ForkJoinPool(1);
        CountDownLatch both = new CountDownLatch(2);
        pool.execute(() -> {
            try {
                both.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        CountDownLatch done = new CountDownLatch(2);
        new Thread(() -> {
            pool.execute(() -> {
                first = first == 0 ? 1 : first;
                done.countDown();
            });
            both.countDown();
        }).start();
        pool.execute(() -> {
            first = first == 0 ? 2 : first;
            done.countDown();
        });
        both.countDown();
        done.await();
        Outcome.is(first);
    }
}
