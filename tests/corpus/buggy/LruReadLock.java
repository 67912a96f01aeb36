// A cache that forgets what was used least: its get moves the entry, so a read lock is too little. The collection is a class of
// the program's own, and is called so.
// expect race LruReadLock$Lru @get @get
// allow race java.util.LinkedHashMap @get @get
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LruReadLock {
    static class Lru extends LinkedHashMap<Integer, String> {
        Lru() {
            super(8, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, String> eldest) {
            return size() > 3;
        }
    }

    final Map<Integer, String> map = new Lru();
    final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    String get(int key) {
        lock.readLock().lock();
        try {
            return map.get(key); // @get
        } finally {
            lock.readLock().unlock();
        }
    }

    void put(int key, String value) {
        lock.writeLock().lock();
        try {
            map.put(key, value);
        } finally {
            lock.writeLock().unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LruReadLock cache = new LruReadLock();
        for (int i = 0; i < 3; i++) {
            cache.put(i, "v" + i);
        }
        Thread a = new Thread(() -> cache.get(0));
        Thread b = new Thread(() -> cache.get(1));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println("ok");
    }
}
