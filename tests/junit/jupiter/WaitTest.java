// Waits that are long enough for anything, and one that is not.
// test: patient times-out
// test: impatient fails
// test: unlimited passed all

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WaitTest {
    private final CountDownLatch done = new CountDownLatch(1);

    @Test
    void patient() throws InterruptedException {
        new Thread(done::countDown).start();
        assertTrue(done.await(10, TimeUnit.SECONDS));
    }

    @Test
    void impatient() throws InterruptedException {
        new Thread(done::countDown).start();
        assertTrue(done.await(10, TimeUnit.MILLISECONDS));
    }

    @Test
    void unlimited() throws InterruptedException {
        new Thread(done::countDown).start();
        done.await();
    }
}
