// A read lock that is converted to a write lock, or given back for one: nobody writes without it.
import java.util.concurrent.locks.StampedLock;

public class StampedConvert {
    private final StampedLock lock = new StampedLock();
    private int x;
    private int y;

    void moveFromOrigin(int to) {
        long stamp = lock.readLock();
        try {
            while (x == 0 && y == 0) {
                long write = lock.tryConvertToWriteLock(stamp);
                if (write != 0) {
                    stamp = write;
                    x = to;
                    y = to;
                    break;
                }
                lock.unlockRead(stamp);
                stamp = lock.writeLock();
            }
        } finally {
            lock.unlock(stamp);
        }
    }

    int difference() {
        long stamp = lock.readLock();
        try {
            return x - y;
        } finally {
            lock.unlockRead(stamp);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        StampedConvert point = new StampedConvert();
        Thread a = new Thread(() -> point.moveFromOrigin(1));
        Thread b = new Thread(() -> point.moveFromOrigin(2));
        a.start();
        b.start();
        System.out.println(point.difference());
        a.join();
        b.join();
    }
}
