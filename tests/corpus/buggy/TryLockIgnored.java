// The result of tryLock decides only about the unlock: when it fails, the counter is changed without the lock.
// expect race TryLockIgnored.n @locked @bare
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

public class TryLockIgnored {
    static final ReentrantLock lock = new ReentrantLock();
    static final CountDownLatch held = new CountDownLatch(1);
    static final CountDownLatch tried = new CountDownLatch(1);
    static int n;

    static void holder() {
        lock.lock();
        try {
            held.countDown();
            tried.await();
            n++; // @locked
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            lock.unlock();
        }
    }

    static void trier() {
        try {
            held.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        boolean got = lock.tryLock();
        tried.countDown();
        n++; // @bare
        if (got) {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(TryLockIgnored::holder);
        Thread t2 = new Thread(TryLockIgnored::trier);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(n <= 2);
    }
}
