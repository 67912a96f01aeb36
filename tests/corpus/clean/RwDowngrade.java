// A read/write lock with a downgrade: the writer keeps the read lock while it gives the write lock back.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class RwDowngrade {
    static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    static boolean valid;
    static int data;
    static final int[] seen = new int[2];

    static void use(int me) {
        rw.readLock().lock();
        if (!valid) {
            rw.readLock().unlock();
            rw.writeLock().lock();
            if (!valid) {
                data = 11;
                valid = true;
            }
            rw.readLock().lock();
            rw.writeLock().unlock();
        }
        seen[me] = data;
        rw.readLock().unlock();
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> use(0));
        Thread t2 = new Thread(() -> use(1));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(seen[0] + " " + seen[1]);
    }
}
