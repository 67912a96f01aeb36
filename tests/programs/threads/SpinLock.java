// Hand-made spin locks: test-and-set on AtomicBoolean, ticket lock on AtomicInteger.
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

public class SpinLock {
    interface Lock {
        void lock();

        void unlock();
    }

    static class TestAndSet implements Lock {
        final AtomicBoolean held = new AtomicBoolean();

        public void lock() {
            while (true) {
                while (held.get()) Thread.onSpinWait();
                if (held.compareAndSet(false, true)) return;
            }
        }

        public void unlock() {
            held.set(false);
        }
    }

    static class Ticket implements Lock {
        final AtomicInteger next = new AtomicInteger();
        final AtomicInteger serving = new AtomicInteger();

        public void lock() {
            int mine = next.getAndIncrement();
            while (serving.get() != mine) Thread.yield();
        }

        public void unlock() {
            serving.incrementAndGet();
        }
    }

    static class Swap implements Lock {
        final AtomicBoolean held = new AtomicBoolean();

        public void lock() {
            while (held.getAndSet(true)) Thread.yield();
        }

        public void unlock() {
            held.lazySet(false);
        }
    }

    static int inside;
    static int overlaps;
    static int count;

    static void exercise(Lock lock) throws InterruptedException {
        inside = overlaps = count = 0;
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 60; k++) {
                    lock.lock();
                    if (++inside != 1) overlaps++;
                    count++;
                    inside--;
                    lock.unlock();
                }
            });
        }
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
        System.out.println(lock.getClass().getSimpleName() + " " + count + " overlaps " + overlaps);
    }

    public static void main(String[] args) throws Exception {
        exercise(new TestAndSet());
        exercise(new Ticket());
        exercise(new Swap());
    }
}
