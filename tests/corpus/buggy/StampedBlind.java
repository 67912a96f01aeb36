// An optimistic read that nobody validates, and that is used.
// expect race StampedBlind.x @peek @write
import java.util.concurrent.locks.StampedLock;

public class StampedBlind {
    static final StampedLock lock = new StampedLock();
    static int x;
    static int copy;

    static void look() {
        long stamp = lock.tryOptimisticRead();
        if (stamp != 0) {
            copy = x; // @peek
        }
    }

    static void move() {
        long stamp = lock.writeLock();
        x = x + 5; // @write
        lock.unlockWrite(stamp);
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(StampedBlind::look);
        Thread t2 = new Thread(StampedBlind::move);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(x);
    }
}
