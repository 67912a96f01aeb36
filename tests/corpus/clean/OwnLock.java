// A class that is its own lock, as cache segments often are: what it guards is not taken for a synchronized block, and the statistics
// that others update meanwhile are volatile on purpose.
import java.util.concurrent.locks.ReentrantLock;

public class OwnLock extends ReentrantLock {
    private int entries;
    private volatile int lookups;

    void put() {
        lock();
        try {
            lookups++;
            entries++;
            lookups++;
        } finally {
            unlock();
        }
    }

    void look() {
        lookups++;
    }

    public static void main(String[] args) throws Exception {
        OwnLock segment = new OwnLock();
        Thread writer = new Thread(segment::put);
        Thread reader = new Thread(() -> {
            segment.look();
            segment.put();
        });
        writer.start();
        reader.start();
        writer.join();
        reader.join();
        System.out.println(segment.entries);
    }
}
