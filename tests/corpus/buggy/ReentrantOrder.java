// Two ReentrantLocks in opposite orders.
// expect deadlock ReentrantOrder.a ReentrantOrder.b @ab @ba
import java.util.concurrent.locks.ReentrantLock;

public class ReentrantOrder {
    static final ReentrantLock a = new ReentrantLock();
    static final ReentrantLock b = new ReentrantLock();
    static int n;

    static void ab() {
        a.lock();
        b.lock(); // @ab
        n++;
        b.unlock();
        a.unlock();
    }

    static void ba() {
        b.lock();
        a.lock(); // @ba
        n++;
        a.unlock();
        b.unlock();
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(ReentrantOrder::ab);
        Thread t2 = new Thread(ReentrantOrder::ba);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(n);
    }
}
