// A hand-made lock, announced to the tool; one of the writers does not use it.
// expect race HandLockForgotten.data @locked @bare
import deadheat.Deadheat;
import java.util.concurrent.atomic.AtomicBoolean;

public class HandLockForgotten {
    static class SpinLock {
        final AtomicBoolean held = new AtomicBoolean();

        void lock() {
            while (!held.compareAndSet(false, true)) {
                Thread.yield();
            }
            Deadheat.acquire(this);
        }

        void unlock() {
            Deadheat.release(this);
            held.set(false);
        }
    }

    static final SpinLock lock = new SpinLock();
    static int data;

    static void locked() {
        lock.lock();
        data += 1; // @locked
        lock.unlock();
    }

    static void bare() {
        data += 10; // @bare
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(HandLockForgotten::locked);
        Thread t2 = new Thread(HandLockForgotten::locked);
        Thread t3 = new Thread(HandLockForgotten::bare);
        t1.start();
        t2.start();
        t3.start();
        t1.join();
        t2.join();
        t3.join();
        System.out.println(data <= 12);
    }
}
