// ReentrantReadWriteLock: shared readers, exclusive writer, downgrade, failed upgrade, queries.
import java.util.concurrent.*;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteLocks {
    static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    static int a, b;
    static boolean valid;

    static int cached() {
        rw.readLock().lock();
        if (!valid) {
            rw.readLock().unlock();
            rw.writeLock().lock();
            try {
                if (!valid) {
                    a++;
                    b++;
                    valid = true;
                }
                rw.readLock().lock();
            } finally {
                rw.writeLock().unlock();
            }
        }
        try {
            return a;
        } finally {
            rw.readLock().unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        CyclicBarrier together = new CyclicBarrier(3);
        Thread[] readers = new Thread[3];
        int[] counts = new int[3];
        for (int i = 0; i < 3; i++) {
            final int id = i;
            readers[i] = new Thread(() -> {
                rw.readLock().lock();
                try {
                    together.await();
                    counts[id] = rw.getReadLockCount();
                    together.await();
                } catch (Exception e) {
                    throw new AssertionError(e);
                } finally {
                    rw.readLock().unlock();
                }
            });
            readers[i].start();
        }
        for (Thread t : readers) t.join();
        System.out.println("readers together " + counts[0] + counts[1] + counts[2]);

        int[] torn = new int[1];
        Thread[] mixed = new Thread[5];
        for (int i = 0; i < 5; i++) {
            final int id = i;
            mixed[i] = new Thread(() -> {
                for (int k = 0; k < 30; k++) {
                    if (id < 2) {
                        rw.writeLock().lock();
                        a++;
                        b++;
                        rw.writeLock().unlock();
                    } else {
                        rw.readLock().lock();
                        if (a != b) torn[0]++;
                        rw.readLock().unlock();
                    }
                }
            });
            mixed[i].start();
        }
        for (Thread t : mixed) t.join();
        System.out.println(a + " " + b + " torn " + torn[0]);
        for (int i = 0; i < 3; i++) (readers[i] = new Thread(() -> cached())).start();
        for (Thread t : readers) t.join();
        System.out.println("cached once " + a + " " + cached());
        rw.readLock().lock();
        rw.readLock().lock();
        System.out.println("holds " + rw.getReadHoldCount() + " upgrade " + rw.writeLock().tryLock() + " " + rw.writeLock().tryLock(5, TimeUnit.MILLISECONDS));
        rw.readLock().unlock();
        rw.readLock().unlock();
        rw.writeLock().lock();
        rw.writeLock().lock();
        boolean[] got = {true};
        Thread t = new Thread(() -> got[0] = rw.readLock().tryLock());
        t.start();
        t.join();
        System.out.println("read while written " + got[0] + " holds " + rw.getWriteHoldCount() + " " + rw.isWriteLocked());
        rw.writeLock().unlock();
        rw.writeLock().unlock();
        System.out.println(rw.toString().replaceAll(".*\\[", "["));
    }
}
