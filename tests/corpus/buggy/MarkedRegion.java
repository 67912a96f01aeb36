// A region marked as atomic by hand: read under the lock, compute outside, write under the lock.
// expect atomicity MarkedRegion.update @write
import deadheat.Deadheat;

public class MarkedRegion {
    static final Object lock = new Object();
    static int value = 1;

    static void update() {
        Deadheat.atomicBegin("update");
        int v;
        synchronized (lock) {
            v = value;
        }
        v = v * 2;
        synchronized (lock) { // @write
            value = v;
        }
        Deadheat.atomicEnd();
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(MarkedRegion::update);
        Thread t2 = new Thread(MarkedRegion::update);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(value >= 2);
    }
}
