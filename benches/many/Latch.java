// Many threads at once: all are alive, and wait for a latch that opens when the last one has come.
import java.util.concurrent.CountDownLatch;

public class Latch {
    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[args.length > 0 ? Integer.parseInt(args[0]) : 2000];
        CountDownLatch arrived = new CountDownLatch(threads.length);
        CountDownLatch open = new CountDownLatch(1);
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                arrived.countDown();
                try {
                    open.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[i].start();
        }
        arrived.await();
        open.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(open.getCount());
    }
}
