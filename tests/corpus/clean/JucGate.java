// The gate lock is a ReentrantLock, the inverted pair are a monitor and a read/write lock.
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class JucGate {
    static final ReentrantLock gate = new ReentrantLock();
    static final Object monitor = new Object();
    static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    static int n;

    static void one() {
        gate.lock();
        synchronized (monitor) {
            rw.writeLock().lock();
            n += 1;
            rw.writeLock().unlock();
        }
        gate.unlock();
    }

    static void two() {
        gate.lock();
        rw.writeLock().lock();
        synchronized (monitor) {
            n += 2;
        }
        rw.writeLock().unlock();
        gate.unlock();
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(JucGate::one);
        Thread t2 = new Thread(JucGate::two);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(n);
    }
}
