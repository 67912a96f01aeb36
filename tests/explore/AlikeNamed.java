// Only its name says that a thread is the third; it throws if it is also the first.
// finds: uncaught exception: java.lang.IllegalStateException: third and first
import java.util.concurrent.atomic.AtomicInteger;

public class AlikeNamed {
    static final AtomicInteger arrived = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            threads[i] = new Thread(() -> {
                if (arrived.getAndIncrement() == 0 && Thread.currentThread().getName().equals("2")) {
                    throw new IllegalStateException("third and first");
                }
            }, String.valueOf(i));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
