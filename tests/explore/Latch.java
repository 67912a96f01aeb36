import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Latch {
    static final CountDownLatch latch = new CountDownLatch(2);
    static int x, y;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { x = 1; latch.countDown(); await(); int seen = y; }), b = new Thread(() -> { y = 1; latch.countDown(); await(); int seen = x; });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }

    static void await() {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
