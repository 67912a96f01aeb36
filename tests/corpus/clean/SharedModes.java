// Two read locks taken in opposite orders: readers do not block each other, and nobody writes while they run.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class SharedModes {
    static final ReentrantReadWriteLock a = new ReentrantReadWriteLock();
    static final ReentrantReadWriteLock b = new ReentrantReadWriteLock();
    static int x;
    static int y;
    static final int[] seen = new int[2];

    static void read(int me, ReentrantReadWriteLock outer, ReentrantReadWriteLock inner) {
        outer.readLock().lock();
        inner.readLock().lock();
        seen[me] = x + y;
        inner.readLock().unlock();
        outer.readLock().unlock();
    }

    public static void main(String[] args) throws Exception {
        a.writeLock().lock();
        b.writeLock().lock();
        x = 4;
        y = 5;
        b.writeLock().unlock();
        a.writeLock().unlock();
        Thread s = new Thread(() -> read(0, a, b));
        Thread t = new Thread(() -> read(1, b, a));
        s.start();
        t.start();
        s.join();
        t.join();
        System.out.println(seen[0] + " " + seen[1]);
    }
}
