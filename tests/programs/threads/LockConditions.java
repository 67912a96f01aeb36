// Conditions: await/signal/signalAll, timed awaits, uninterruptible, several per lock, fair order.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;

public class LockConditions {
    static final ReentrantLock lock = new ReentrantLock(true);
    static final Condition[] turns = {lock.newCondition(), lock.newCondition(), lock.newCondition()};
    static final StringBuilder log = new StringBuilder();
    static int turn;

    static void letters(int id) {
        for (int k = 0; k < 10; k++) {
            lock.lock();
            try {
                while (turn != id) turns[id].awaitUninterruptibly();
                log.append((char) ('a' + id));
                turn = (turn + 1) % 3;
                turns[turn].signal();
            } finally {
                lock.unlock();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            final int id = i;
            threads[i] = new Thread(() -> letters(id));
            threads[i].start();
        }
        for (Thread t : threads) t.join();
        System.out.println(log);

        Condition c = lock.newCondition();
        lock.lock();
        System.out.println("await expired " + c.await(5, TimeUnit.MILLISECONDS));
        System.out.println("awaitNanos left " + (c.awaitNanos(5_000_000) <= 0));
        System.out.println("awaitUntil " + c.awaitUntil(new java.util.Date(System.currentTimeMillis() - 5)));
        lock.unlock();

        int[] order = new int[4];
        int[] next = new int[1];
        Thread[] waiters = new Thread[4];
        for (int i = 0; i < 4; i++) {
            final int id = i;
            waiters[i] = new Thread(() -> {
                lock.lock();
                try {
                    boolean signalled = c.await(1, TimeUnit.DAYS);
                    order[next[0]++] = signalled ? id : -1;
                } catch (InterruptedException e) {
                    order[next[0]++] = 100 + id;
                } finally {
                    lock.unlock();
                }
            });
            waiters[i].start();
            while (true) {
                lock.lock();
                int n = lock.getWaitQueueLength(c);
                lock.unlock();
                if (n == i + 1) break;
                Thread.yield();
            }
        }
        waiters[2].interrupt();
        waiters[2].join();
        lock.lock();
        System.out.println("waiting " + lock.getWaitQueueLength(c) + " " + lock.hasWaiters(c));
        c.signal();
        lock.unlock();
        waiters[0].join();
        lock.lock();
        c.signalAll();
        lock.unlock();
        for (Thread t : waiters) t.join();
        System.out.println(order[0] + " " + order[1] + " " + order[2] + " " + order[3]);
    }
}
