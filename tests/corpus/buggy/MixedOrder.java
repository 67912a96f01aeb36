// A monitor and a ReentrantLock in opposite orders.
// expect deadlock MixedOrder.lock MixedOrder.monitor @inner @outer
import java.util.concurrent.locks.ReentrantLock;

public class MixedOrder {
    static final Object monitor = new Object();
    static final ReentrantLock lock = new ReentrantLock();
    static int n;

    static void one() {
        synchronized (monitor) {
            lock.lock(); // @inner
            try {
                n++;
            } finally {
                lock.unlock();
            }
        }
    }

    static void two() {
        lock.lock();
        try {
            synchronized (monitor) { // @outer
                n++;
            }
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(MixedOrder::one);
        Thread t2 = new Thread(MixedOrder::two);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(n);
    }
}
