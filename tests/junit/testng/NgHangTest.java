// A signal that may come too early.
// test: waits hangs

import org.testng.annotations.Test;

public class NgHangTest {
    @Test
    public void waits() throws InterruptedException {
        new Thread(() -> {
            synchronized (this) {
                notifyAll();
            }
        }).start();
        synchronized (this) {
            wait();
        }
    }
}
