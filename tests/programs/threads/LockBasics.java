// ReentrantLock: hold counts, tryLock, queries, contention from several threads.
import java.util.concurrent.locks.ReentrantLock;

public class LockBasics {
    static int counter;

    static int recurse(ReentrantLock lock, int n) {
        lock.lock();
        try {
            return n == 0 ? lock.getHoldCount() : recurse(lock, n - 1);
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        for (boolean fair : new boolean[] {false, true}) {
            ReentrantLock lock = new ReentrantLock(fair);
            counter = 0;
            System.out.println("fair " + lock.isFair() + " locked " + lock.isLocked());
            System.out.println("depth " + recurse(lock, 9) + " then " + lock.getHoldCount());
            Thread[] threads = new Thread[4];
            for (int t = 0; t < 4; t++) {
                threads[t] = new Thread(() -> {
                    for (int k = 0; k < 50; k++) {
                        lock.lock();
                        try {
                            counter++;
                        } finally {
                            lock.unlock();
                        }
                    }
                });
                threads[t].start();
            }
            for (Thread t : threads) t.join();
            System.out.println("counter " + counter);
            lock.lock();
            boolean[] got = {true};
            Thread trier = new Thread(() -> got[0] = lock.tryLock());
            trier.start();
            trier.join();
            System.out.println("tryLock while held " + got[0] + ", own tryLock " + lock.tryLock() + " holds " + lock.getHoldCount());
            lock.unlock();
            Thread queued = new Thread(() -> {
                lock.lock();
                counter = -1;
                lock.unlock();
            }, "queued");
            queued.start();
            while (!lock.hasQueuedThread(queued)) Thread.yield();
            System.out.println(lock.hasQueuedThreads() + " " + lock.getQueueLength() + " " + lock.isHeldByCurrentThread());
            System.out.println(lock.toString().replaceAll(".*\\[", "["));
            lock.unlock();
            queued.join();
            System.out.println(counter + " " + lock.hasQueuedThreads() + " " + lock.toString().replaceAll(".*\\[", "["));
        }
    }
}
