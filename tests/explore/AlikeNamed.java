// Only its name says that a thread is the third; what it writes races if it is also the first.
// finds: dead heat: AlikeNamed.both
import java.util.concurrent.atomic.AtomicInteger;

public class AlikeNamed {
    static final AtomicInteger arrived = new AtomicInteger();
    static volatile boolean thirdIsFirst;
    static int both;

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            threads[i] = new Thread(() -> {
                if (arrived.getAndIncrement() == 0 && Thread.currentThread().getName().equals("2")) {
                    thirdIsFirst = true;
                }
            }, String.valueOf(i));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (thirdIsFirst) {
            new Thread(() -> both = 1).start();
            both = 2;
        }
    }
}
