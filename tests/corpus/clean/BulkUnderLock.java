// Bulk operations on shared arrays under a lock, and on arrays that only one thread has; final fields that are written in time.
import java.util.Arrays;

public class BulkUnderLock implements Runnable {
    static final Object lock = new Object();
    static final int[] shared = new int[2];
    final int number;

    BulkUnderLock(int number) {
        this.number = number;
    }

    @Override
    public void run() {
        int[] mine = {number, number};
        synchronized (lock) {
            System.arraycopy(mine, 0, shared, 0, 2);
            mine = shared.clone();
        }
        if (mine[0] != mine[1]) {
            throw new AssertionError("torn");
        }
        Arrays.fill(mine, 7);
    }

    public static void main(String[] args) throws Exception {
        Thread[] threads = {new Thread(new BulkUnderLock(1)), new Thread(new BulkUnderLock(2))};
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
