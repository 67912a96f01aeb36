// Each thread has its own buffer by a ThreadLocal.
import java.util.concurrent.atomic.AtomicInteger;

public class LocalBuffers {
    static class Buffer {
        int used;
        final int[] cells = new int[4];

        void add(int n) {
            cells[used] = n;
            used++;
        }
    }

    static final ThreadLocal<Buffer> buffers = ThreadLocal.withInitial(Buffer::new);
    static final AtomicInteger total = new AtomicInteger();

    static void work(int n) {
        for (int i = 0; i < 3; i++) {
            buffers.get().add(n);
        }
        Buffer b = buffers.get();
        total.addAndGet(b.used * b.cells[2]);
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
