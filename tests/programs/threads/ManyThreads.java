// Two hundred short-lived threads, in waves and all at once.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public class ManyThreads {
    static int plain;
    static final Object lock = new Object();

    public static void main(String[] args) throws Exception {
        AtomicInteger atomic = new AtomicInteger();
        int[] slots = new int[200];
        for (int wave = 0; wave < 10; wave++) {
            Thread[] threads = new Thread[10];
            for (int i = 0; i < 10; i++) {
                final int id = wave * 10 + i;
                threads[i] = new Thread(() -> {
                    slots[id] = id * id;
                    atomic.incrementAndGet();
                    synchronized (lock) {
                        plain += id;
                    }
                });
                threads[i].start();
            }
            for (Thread t : threads) t.join();
        }
        System.out.println("waves " + atomic + " plain " + plain);
        CountDownLatch gate = new CountDownLatch(1);
        Thread[] crowd = new Thread[100];
        for (int i = 0; i < 100; i++) {
            final int id = 100 + i;
            crowd[i] = new Thread(() -> {
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                slots[id] = id * id;
                atomic.incrementAndGet();
                synchronized (lock) {
                    plain += id;
                }
            });
            crowd[i].start();
        }
        int alive = 0;
        for (Thread t : crowd) if (t.isAlive()) alive++;
        System.out.println("alive at the gate " + alive);
        gate.countDown();
        for (Thread t : crowd) t.join();
        long sum = 0;
        for (int s : slots) sum += s;
        System.out.println("total " + atomic + " plain " + plain + " squares " + sum);
        alive = 0;
        for (Thread t : crowd) if (t.isAlive()) alive++;
        System.out.println("alive at the end " + alive);
    }
}
