// Two locks in both orders, but the second one is only tried; after a failure the first one is given back and both are taken
// in the agreed order.
import java.util.concurrent.locks.ReentrantLock;

public class TryLockBackoff {
    static final ReentrantLock left = new ReentrantLock();
    static final ReentrantLock right = new ReentrantLock();
    static int n;

    static void both(ReentrantLock first, ReentrantLock second) {
        first.lock();
        if (!second.tryLock()) {
            first.unlock();
            left.lock();
            right.lock();
        }
        n++;
        right.unlock();
        left.unlock();
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> both(left, right));
        Thread t2 = new Thread(() -> both(right, left));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(n);
    }
}
