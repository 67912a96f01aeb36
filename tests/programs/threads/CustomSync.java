// Own synchronizers on AbstractQueuedSynchronizer: mutex with condition, boolean latch, counter gate.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer.ConditionObject;

public class CustomSync {
    static class Mutex extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int n) {
            if (compareAndSetState(0, 1)) {
                setExclusiveOwnerThread(Thread.currentThread());
                return true;
            }
            return false;
        }

        @Override
        protected boolean tryRelease(int n) {
            if (!isHeldExclusively()) throw new IllegalMonitorStateException("not owner");
            setExclusiveOwnerThread(null);
            setState(0);
            return true;
        }

        @Override
        protected boolean isHeldExclusively() {
            return getExclusiveOwnerThread() == Thread.currentThread();
        }

        ConditionObject condition() {
            return new ConditionObject();
        }
    }

    static class BooleanLatch extends AbstractQueuedSynchronizer {
        @Override
        protected int tryAcquireShared(int n) {
            return getState() != 0 ? 1 : -1;
        }

        @Override
        protected boolean tryReleaseShared(int n) {
            setState(1);
            return true;
        }
    }

    static int counter;

    public static void main(String[] args) throws Exception {
        Mutex mutex = new Mutex();
        BooleanLatch latch = new BooleanLatch();
        ConditionObject full = mutex.condition();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < 4; i++) {
            threads[i] = new Thread(() -> {
                latch.acquireShared(1);
                for (int k = 0; k < 40; k++) {
                    mutex.acquire(1);
                    counter++;
                    if (counter == 160) full.signalAll();
                    mutex.release(1);
                }
            });
            threads[i].start();
        }
        System.out.println("latch closed " + latch.tryAcquireSharedNanos(1, 5_000_000));
        while (latch.getQueueLength() < 4) Thread.sleep(1);
        System.out.println("queued " + latch.hasQueuedThreads() + " " + latch.getSharedQueuedThreads().size());
        latch.releaseShared(1);
        mutex.acquire(1);
        while (counter < 160) full.await();
        mutex.release(1);
        for (Thread t : threads) t.join();
        System.out.println("counter " + counter);
        mutex.acquire(1);
        boolean[] got = {true, true};
        Thread other = new Thread(() -> {
            try {
                got[0] = mutex.tryAcquireNanos(1, TimeUnit.MILLISECONDS.toNanos(5));
                mutex.release(1);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } catch (IllegalMonitorStateException e) {
                System.out.println(e.getMessage());
            }
        });
        other.start();
        other.join();
        System.out.println("timed " + got[0] + " contended " + mutex.hasContended());
        System.out.println("owns " + mutex.owns(full) + " waiters " + mutex.hasWaiters(full));
        mutex.release(1);
    }
}
