// finds: lost signal
// stuck: 18
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The main thread is stuck; the idle worker of the pool has no part in it. */
public class StuckBesides {
    static final ExecutorService pool = Executors.newFixedThreadPool(1);

    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(2);
        pool.execute(latch::countDown);
        waitFor(latch);
    }

    static void waitFor(CountDownLatch latch) throws InterruptedException {
        latch.await();
    }
}
