// Optimistic reads that are validated, with a read lock as the way out: what was read in a dead heat is thrown away.
import java.util.concurrent.locks.StampedLock;

public class StampedOptimistic {
    static final StampedLock lock = new StampedLock();
    static int x;
    static int y;
    static boolean consistent = true;

    static void move() {
        for (int i = 0; i < 2; i++) {
            long s = lock.writeLock();
            x++;
            y++;
            lock.unlockWrite(s);
        }
    }

    static void look() {
        long s = lock.tryOptimisticRead();
        int a = x;
        int b = y;
        if (!lock.validate(s)) {
            s = lock.readLock();
            a = x;
            b = y;
            lock.unlockRead(s);
        }
        consistent = a == b;
    }

    public static void main(String[] args) throws Exception {
        Thread r = new Thread(StampedOptimistic::look);
        Thread w = new Thread(StampedOptimistic::move);
        r.start();
        w.start();
        r.join();
        w.join();
        System.out.println(consistent + " " + x + " " + y);
    }
}
