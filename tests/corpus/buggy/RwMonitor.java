// A read lock is held while a monitor is wanted, and the monitor's owner wants the write lock.
// expect deadlock RwMonitor.monitor RwMonitor.rw @monitor @write
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class RwMonitor {
    static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    static final Object monitor = new Object();
    static int n;

    static void reader() {
        rw.readLock().lock();
        synchronized (monitor) { // @monitor
            n++;
        }
        rw.readLock().unlock();
    }

    static void writer() {
        synchronized (monitor) {
            rw.writeLock().lock(); // @write
            n++;
            rw.writeLock().unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(RwMonitor::reader);
        Thread t2 = new Thread(RwMonitor::writer);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(n);
    }
}
