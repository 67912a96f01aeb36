// A StampedLock in write mode and a monitor in opposite orders.
// expect deadlock StampedOrder.monitor StampedOrder.stamped @one @two
import java.util.concurrent.locks.StampedLock;

public class StampedOrder {
    static final StampedLock stamped = new StampedLock();
    static final Object monitor = new Object();
    static int n;

    static void one() {
        long s = stamped.writeLock();
        synchronized (monitor) { // @one
            n++;
        }
        stamped.unlockWrite(s);
    }

    static void two() {
        synchronized (monitor) {
            long s = stamped.writeLock(); // @two
            n++;
            stamped.unlockWrite(s);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(StampedOrder::one);
        Thread t2 = new Thread(StampedOrder::two);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(n);
    }
}
