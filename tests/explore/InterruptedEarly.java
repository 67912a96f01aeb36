// finds: uncaught exception: java.lang.InterruptedException
import java.util.concurrent.CountDownLatch;

/** An interrupt that comes before the call always wins: the first thing that the method does is to look at the flag. */
public class InterruptedEarly {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(latch::countDown).start();
        Thread.currentThread().interrupt();
        latch.await();
        throw new IllegalStateException("passed");
    }
}
