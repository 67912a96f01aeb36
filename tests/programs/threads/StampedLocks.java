// StampedLock: optimistic reads with validation, conversions, contended point updates.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;

public class StampedLocks {
    static final StampedLock sl = new StampedLock();
    static int x, y;

    static boolean consistent() {
        long stamp = sl.tryOptimisticRead();
        int cx = x, cy = y;
        if (!sl.validate(stamp)) {
            stamp = sl.readLock();
            try {
                cx = x;
                cy = y;
            } finally {
                sl.unlockRead(stamp);
            }
        }
        return cx == -cy;
    }

    static void moveIfPositive() {
        long stamp = sl.readLock();
        try {
            while (x > 0) {
                long ws = sl.tryConvertToWriteLock(stamp);
                if (ws != 0) {
                    stamp = ws;
                    x--;
                    y++;
                    break;
                }
                sl.unlockRead(stamp);
                stamp = sl.writeLock();
            }
        } finally {
            sl.unlock(stamp);
        }
    }

    public static void main(String[] args) throws Exception {
        boolean[] ok = {true, true};
        Thread[] threads = new Thread[5];
        for (int i = 0; i < 5; i++) {
            final int id = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 40; k++) {
                    if (id < 2) {
                        long s = sl.writeLock();
                        x += 2;
                        y -= 2;
                        sl.unlockWrite(s);
                        moveIfPositive();
                    } else if (id < 4) {
                        if (!consistent()) ok[id - 2] = false;
                    } else {
                        moveIfPositive();
                    }
                }
            });
            threads[i].start();
        }
        for (Thread t : threads) t.join();
        System.out.println("consistent " + ok[0] + " " + ok[1] + " sum " + (x + y));
        for (int k = 0; k < 200; k++) moveIfPositive();
        System.out.println("x " + x + " y " + y);
        long o = sl.tryOptimisticRead();
        System.out.println("optimistic valid " + sl.validate(o));
        long w = sl.writeLock();
        System.out.println("invalid now " + sl.validate(o) + " optimistic " + sl.tryOptimisticRead() + " tryRead " + sl.tryReadLock() + " tryWrite " + sl.tryWriteLock());
        System.out.println("timed " + sl.tryReadLock(5, TimeUnit.MILLISECONDS) + " locked " + sl.isWriteLocked() + sl.isReadLocked());
        long r = sl.tryConvertToReadLock(w);
        System.out.println("downgraded " + (r != 0) + " " + sl.isReadLocked() + " " + sl.getReadLockCount());
        long r2 = sl.readLock();
        System.out.println("cannot convert two readers " + sl.tryConvertToWriteLock(r2) + " " + sl.getReadLockCount());
        sl.unlockRead(r2);
        long o2 = sl.tryConvertToOptimisticRead(r);
        System.out.println("to optimistic " + sl.validate(o2) + " " + sl.isReadLocked());
        try {
            sl.unlockWrite(w);
        } catch (IllegalMonitorStateException e) {
            System.out.println("bad stamp");
        }
    }
}
