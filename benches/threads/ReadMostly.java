// A table that is read nearly always: four threads look things up under a read lock, and one in a thousand look-ups changes one.
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadMostly {
    static final int ENTRIES = 1_000;
    static final int LOOKUPS = 30_000;
    static final Map<Integer, String> table = new HashMap<>();
    static final ReadWriteLock lock = new ReentrantReadWriteLock();

    static int look(int seed) {
        int x = seed * 7919 + 1;
        int length = 0;
        for (int i = 0; i < LOOKUPS; i++) {
            x = x * 1103515245 + 12345;
            int key = (x >>> 8) % ENTRIES;
            if (i % 1000 == 999) {
                lock.writeLock().lock();
                try {
                    table.put(key, "changed by " + seed);
                } finally {
                    lock.writeLock().unlock();
                }
            } else {
                lock.readLock().lock();
                try {
                    length += table.get(key).length();
                } finally {
                    lock.readLock().unlock();
                }
            }
        }
        return length;
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < ENTRIES; i++) {
            table.put(i, "entry " + i);
        }
        int[] lengths = new int[4];
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            int seed = t;
            threads[t] = new Thread(() -> lengths[seed] = look(seed));
            threads[t].start();
        }
        int sum = 0;
        for (int t = 0; t < threads.length; t++) {
            threads[t].join();
            sum += lengths[t];
        }
        System.out.println(sum > 0);
    }
}
