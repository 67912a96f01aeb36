// finds: uncaught exception: java.lang.IllegalStateException: locked, with the flag still set
// finds: uncaught exception: java.lang.IllegalStateException: not locked
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** The same with a time limit. */
public class LockOrInterrupt {
    static volatile boolean near;
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) {
        lock.lock();
        Thread t = new Thread(() -> {
            near = true;
            boolean locked;
            try {
                locked = lock.tryLock(1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException("not locked");
            }
            if (locked && Thread.interrupted()) throw new IllegalStateException("locked, with the flag still set");
        });
        t.start();
        if (near) {
            t.interrupt();
            lock.unlock();
        }
    }
}
