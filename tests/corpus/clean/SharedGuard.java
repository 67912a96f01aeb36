// A read lock and a monitor in both orders: the read lock is never wanted in write mode while the threads run, so nobody blocks.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class SharedGuard {
    static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    static final Object monitor = new Object();
    static int config;
    static int sum;

    static void one() {
        rw.readLock().lock();
        synchronized (monitor) {
            sum += config;
        }
        rw.readLock().unlock();
    }

    static void two() {
        synchronized (monitor) {
            rw.readLock().lock();
            sum += config;
            rw.readLock().unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        rw.writeLock().lock();
        config = 3;
        rw.writeLock().unlock();
        Thread a = new Thread(SharedGuard::one);
        Thread b = new Thread(SharedGuard::two);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(sum);
    }
}
