// finds: dead heat: MonitorOfLock.x
import java.util.concurrent.locks.ReentrantLock;

/** A lock of the library has a monitor, too, which is another lock. */
public class MonitorOfLock {
    static final ReentrantLock lock = new ReentrantLock();
    static int x;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (lock) {
                x = 1;
            }
        }).start();
        lock.lock();
        try {
            x = 2;
        } finally {
            lock.unlock();
        }
    }
}
