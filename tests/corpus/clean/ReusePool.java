// Objects come back from a pool and begin a new life, which is told to the tool.
import deadheat.Deadheat;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

public class ReusePool {
    static class Buffer {
        int used;
    }

    static final ConcurrentLinkedQueue<Buffer> pool = new ConcurrentLinkedQueue<>();
    static final AtomicInteger total = new AtomicInteger();

    static void work(int n) {
        for (int i = 0; i < 2; i++) {
            Buffer b = pool.poll();
            if (b == null) {
                b = new Buffer();
            }
            b.used = n;
            b.used++;
            total.addAndGet(b.used);
            b.used = 0;
            Deadheat.reuse(b);
            pool.add(b);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> work(1));
        Thread t2 = new Thread(() -> work(10));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(total.get());
    }
}
