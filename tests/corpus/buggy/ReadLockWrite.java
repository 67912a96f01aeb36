// A write under the read side of a read/write lock: readers do not exclude each other.
// expect race ReadLockWrite.hits @hit @hit
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadLockWrite {
    static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    static int hits;

    static void read() {
        rw.readLock().lock();
        try {
            hits++; // @hit
        } finally {
            rw.readLock().unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(ReadLockWrite::read);
        Thread t2 = new Thread(ReadLockWrite::read);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(hits <= 2);
    }
}
