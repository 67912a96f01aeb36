// Each thread reads one part under its read lock and then wants to write the other part.
// expect deadlock RwOrder.a RwOrder.b @ab @ba
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class RwOrder {
    static final ReentrantReadWriteLock a = new ReentrantReadWriteLock();
    static final ReentrantReadWriteLock b = new ReentrantReadWriteLock();
    static int x = 1;
    static int y = 2;

    static void ab() {
        a.readLock().lock();
        b.writeLock().lock(); // @ab
        y = x;
        b.writeLock().unlock();
        a.readLock().unlock();
    }

    static void ba() {
        b.readLock().lock();
        a.writeLock().lock(); // @ba
        x = y;
        a.writeLock().unlock();
        b.readLock().unlock();
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(RwOrder::ab);
        Thread t2 = new Thread(RwOrder::ba);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(x == y);
    }
}
