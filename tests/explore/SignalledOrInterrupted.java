// finds: deadlock: notification on java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject
// finds: uncaught exception: java.lang.IllegalStateException: signalled
// finds: uncaught exception: java.lang.IllegalStateException: interrupted
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class SignalledOrInterrupted {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition condition = lock.newCondition();
    static boolean waiting, told;

    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            lock.lock();
            waiting = true;
            try {
                condition.await();
                if (told) throw new IllegalStateException("signalled");
            } catch (InterruptedException e) {
                if (told) throw new IllegalStateException("interrupted");
            } finally {
                lock.unlock();
            }
        });
        t.start();
        lock.lock();
        if (waiting) {
            t.interrupt();
            told = true;
            condition.signal();
        }
        lock.unlock();
    }
}
