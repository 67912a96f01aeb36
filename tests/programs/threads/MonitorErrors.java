// IllegalMonitorStateException from wait/notify/unlock without ownership, in several threads.
import java.util.concurrent.locks.*;

public class MonitorErrors {
    interface Action {
        void run() throws Exception;
    }

    static void attempt(String name, Action action) {
        try {
            action.run();
            System.out.println(name + ": no exception");
        } catch (Exception e) {
            System.out.println(name + ": " + e);
        }
    }

    static void all(Object lock, ReentrantLock rl, Condition c, ReentrantReadWriteLock rw) {
        attempt("wait", () -> lock.wait());
        attempt("timed wait", () -> lock.wait(10));
        attempt("notify", () -> lock.notify());
        attempt("notifyAll", () -> lock.notifyAll());
        attempt("unlock", rl::unlock);
        attempt("signal", c::signal);
        attempt("await", () -> {
            try {
                c.await();
            } catch (IllegalMonitorStateException e) {
                throw new Exception("await refused");
            }
        });
        attempt("read unlock", () -> rw.readLock().unlock());
        attempt("write unlock", () -> rw.writeLock().unlock());
        attempt("read condition", () -> rw.readLock().newCondition());
    }

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        ReentrantLock rl = new ReentrantLock();
        Condition c = rl.newCondition();
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        all(lock, rl, c, rw);
        synchronized (lock) {
            rl.lock();
            rw.writeLock().lock();
            Thread t = new Thread(() -> all(lock, rl, c, rw));
            t.start();
            t.join();
            System.out.println("main owns " + Thread.holdsLock(lock) + rl.isHeldByCurrentThread() + rw.isWriteLockedByCurrentThread());
            rw.writeLock().unlock();
            rl.unlock();
            lock.notify();
        }
        Object other = new Object();
        attempt("wrong monitor", () -> {
            synchronized (lock) {
                other.notify();
            }
        });
        attempt("null monitor", () -> {
            Object none = args.length > 99 ? lock : null;
            try {
                synchronized (none) {
                    System.out.println("entered null");
                }
            } catch (NullPointerException e) {
                throw new Exception("NPE");
            }
        });
    }
}
