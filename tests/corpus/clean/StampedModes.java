// All modes of a StampedLock that exclude each other: write, read, and a read that is converted to a write.
import java.util.concurrent.locks.StampedLock;

public class StampedModes {
    static final StampedLock lock = new StampedLock();
    static int x;

    static void add() {
        long s = lock.writeLock();
        x++;
        lock.unlockWrite(s);
    }

    static void raise() {
        long s = lock.readLock();
        while (x < 10) {
            long w = lock.tryConvertToWriteLock(s);
            if (w != 0) {
                s = w;
                x += 10;
            } else {
                lock.unlockRead(s);
                s = lock.writeLock();
            }
        }
        lock.unlock(s);
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(StampedModes::add);
        Thread t2 = new Thread(StampedModes::raise);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(x);
    }
}
