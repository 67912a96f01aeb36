// One of the threads interrupts their maker, who may have joined any number of them.
// finds: dead heat: AlikeInterrupted.none
// finds: dead heat: AlikeInterrupted.one
import java.util.concurrent.atomic.AtomicInteger;

public class AlikeInterrupted {
    static final AtomicInteger arrived = new AtomicInteger();
    static int none, one;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            threads[i] = new Thread(() -> {
                if (arrived.incrementAndGet() == 2) {
                    main.interrupt();
                }
            });
            threads[i].start();
        }
        int at = 0;
        try {
            for (; at < 2; at++) {
                threads[at].join();
            }
        } catch (InterruptedException early) {
            if (at == 0) {
                new Thread(() -> none = 1).start();
                none = 2;
            } else {
                new Thread(() -> one = 1).start();
                one = 2;
            }
        }
    }
}
