// Writers use the write lock, readers the read lock.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class RwStats {
    static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    static int x;
    static int y;
    static boolean equal = true;

    static void write() {
        for (int i = 0; i < 2; i++) {
            rw.writeLock().lock();
            x++;
            y++;
            rw.writeLock().unlock();
        }
    }

    static void read() {
        rw.readLock().lock();
        equal = x == y;
        rw.readLock().unlock();
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(RwStats::write);
        Thread t2 = new Thread(RwStats::write);
        Thread t3 = new Thread(RwStats::read);
        t1.start();
        t2.start();
        t3.start();
        t1.join();
        t2.join();
        t3.join();
        System.out.println(equal + " " + x);
    }
}
