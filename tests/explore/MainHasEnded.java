// finds: deadlock: lock java.util.concurrent.locks.ReentrantLock
// told: witnessed deadlock 11
import java.util.concurrent.locks.ReentrantLock;

/** The main thread ends with a lock: the one who waits for it is stuck, and that the machine waits for its end is no part of that. */
public class MainHasEnded {
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) {
        lock.lock();
        new Thread(() -> lock.lock()).start();
    }
}
