// Who does not get the lock at once counts without it (after the tests of ThreadSanitizer with TryLock).
// expect race TryLockMiss.count @owner @guest
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

public class TryLockMiss {
    private static final int ROUNDS = 40;

    private static final ReentrantLock lock = new ReentrantLock();
    private static final Semaphore entered = new Semaphore(0);
    private static final Semaphore tried = new Semaphore(0);
    private static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread owner = new Thread(TryLockMiss::own);
        Thread guest = new Thread(TryLockMiss::visit);
        owner.start();
        guest.start();
        owner.join();
        guest.join();
        System.out.println(lock.isLocked());
    }

    /** Holds the lock until the other one has tried. */
    private static void own() {
        for (int i = 0; i < ROUNDS; i++) {
            lock.lock();
            try {
                entered.release();
                count++; // @owner
                tried.acquireUninterruptibly();
            } finally {
                lock.unlock();
            }
        }
    }

    private static void visit() {
        for (int i = 0; i < ROUNDS; i++) {
            entered.acquireUninterruptibly();
            if (lock.tryLock()) {
                throw new AssertionError("it is held");
            }
            count++; // @guest
            tried.release();
        }
    }
}
