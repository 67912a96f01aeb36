// A pooled object is declared fresh, but its first user still works on it.
// expect race ReuseTooOften$Buffer.length @first @second
import deadheat.Deadheat;
import java.util.concurrent.CountDownLatch;

public class ReuseTooOften {
    static class Buffer {
        int length;
    }

    static final Buffer pooled = new Buffer();
    static final CountDownLatch recycled = new CountDownLatch(1);

    static void first() {
        pooled.length = 0;
        Deadheat.reuse(pooled);
        recycled.countDown();
        pooled.length++; // @first
    }

    static void second() {
        try {
            recycled.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        pooled.length += 3; // @second
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(ReuseTooOften::first);
        Thread t2 = new Thread(ReuseTooOften::second);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(pooled.length <= 4);
    }
}
