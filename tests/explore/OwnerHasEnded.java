// fewer ends: the end of the guest cuts daemons short anywhere
// finds: deadlock: while other threads run on: lock java.util.concurrent.locks.ReentrantLock
// told: witnessed deadlock 14
import java.util.concurrent.locks.ReentrantLock;

/** Who ends with a lock of the library's leaves those who wait for it stuck, also where only a daemon waits and the program goes on. */
public class OwnerHasEnded {
    static final ReentrantLock lock = new ReentrantLock();
    static volatile int done;

    public static void main(String[] args) throws InterruptedException {
        Thread owner = new Thread(lock::lock);
        Thread waiter = new Thread(() -> {
            lock.lock();
            lock.unlock();
        });
        waiter.setDaemon(true);
        owner.start();
        waiter.start();
        owner.join();
        done = 1;
    }
}
