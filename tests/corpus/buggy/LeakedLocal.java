// The value of a thread local leaks into a static field, and another thread uses it.
// expect race LeakedLocal$Buffer.length @own @stolen
import java.util.concurrent.CountDownLatch;

public class LeakedLocal {
    static class Buffer {
        int length;
    }

    static final ThreadLocal<Buffer> buffers = ThreadLocal.withInitial(Buffer::new);
    static final CountDownLatch out = new CountDownLatch(1);
    static Buffer leaked;

    static void owner() {
        Buffer mine = buffers.get();
        leaked = mine;
        out.countDown();
        mine.length++; // @own
    }

    static void thief() {
        try {
            out.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        leaked.length += 10; // @stolen
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(LeakedLocal::owner);
        Thread t2 = new Thread(LeakedLocal::thief);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(leaked.length <= 11);
    }
}
