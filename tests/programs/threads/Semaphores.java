// Semaphore: bounded concurrency, timed, bulk, drain, reduce, fair queueing order.
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Semaphores {
    static class Pool extends Semaphore {
        Pool(int n) {
            super(n);
        }

        void shrink(int n) {
            reducePermits(n);
        }
    }

    public static void main(String[] args) throws Exception {
        Semaphore two = new Semaphore(2);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Thread[] threads = new Thread[6];
        for (int i = 0; i < 6; i++) {
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 20; k++) {
                    two.acquireUninterruptibly();
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    Thread.yield();
                    inside.decrementAndGet();
                    two.release();
                }
            });
            threads[i].start();
        }
        for (Thread t : threads) t.join();
        System.out.println("bounded " + (most.get() <= 2) + " left " + two.availablePermits());
        System.out.println("drained " + two.drainPermits() + " then " + two.tryAcquire());
        System.out.println("timed " + two.tryAcquire(10, TimeUnit.MILLISECONDS) + " " + two.tryAcquire(2, 5, TimeUnit.MILLISECONDS));

        Thread bulk = new Thread(() -> two.acquireUninterruptibly(5));
        bulk.start();
        while (!two.hasQueuedThreads()) Thread.yield();
        for (int i = 0; i < 6; i++) two.release();
        bulk.join();
        System.out.println("after bulk " + two.availablePermits());

        Semaphore fair = new Semaphore(0, true);
        StringBuffer order = new StringBuffer();
        Semaphore step = new Semaphore(0);
        Thread[] queue = new Thread[5];
        for (int i = 0; i < 5; i++) {
            final int id = i;
            queue[i] = new Thread(() -> {
                fair.acquireUninterruptibly();
                order.append(id);
                step.release();
            });
            queue[i].start();
            while (fair.getQueueLength() != i + 1) Thread.sleep(1);
        }
        System.out.println("queued " + fair.getQueueLength() + " fair " + fair.isFair());
        for (int i = 0; i < 5; i++) {
            fair.release();
            step.acquire();
        }
        for (Thread t : queue) t.join();
        System.out.println("order " + order);
        Pool pool = new Pool(3);
        pool.shrink(5);
        System.out.println(pool.availablePermits() + " " + pool.tryAcquire());
        pool.release(3);
        System.out.println(pool.availablePermits() + " " + pool.tryAcquire() + " " + pool.toString().replaceAll(".*\\[", "["));
        try {
            pool.acquire(-1);
        } catch (IllegalArgumentException e) {
            System.out.println("negative refused");
        }
    }
}
