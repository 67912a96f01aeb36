// Lookups share a read lock, and count themselves under it (after ThreadSanitizer's tests with a reader lock around a write).
// expect race ReaderWrites.lookups @lookup @lookup
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReaderWrites {
    private static final int KEYS = 16;
    private static final int ROUNDS = 80;

    private static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private static final int[] values = new int[KEYS];
    private static int lookups;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(ReaderWrites::write);
        Thread reader = new Thread(ReaderWrites::read);
        Thread other = new Thread(ReaderWrites::read);
        writer.start();
        reader.start();
        other.start();
        writer.join();
        reader.join();
        other.join();
        System.out.println(values[KEYS - 1]);
    }

    private static void write() {
        for (int key = 0; key < KEYS; key++) {
            lock.writeLock().lock();
            try {
                values[key] = key + 1;
            } finally {
                lock.writeLock().unlock();
            }
        }
    }

    private static void read() {
        int sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            lock.readLock().lock();
            try {
                sum += values[i % KEYS];
                lookups++; // @lookup
            } finally {
                lock.readLock().unlock();
            }
        }
        if (sum < 0) {
            throw new AssertionError(sum);
        }
    }
}
