// A record is published under a lock and then changed once more; the next critical section of the writer hides that in the run
// (after the tests of ThreadSanitizer that publish through a lock).
// expect race LateChange$Entry.size @late @read
// hidden: LateChange$Entry.size
public class LateChange {
    private static final int ENTRIES = 100;

    private static final class Entry {
        int size;
    }

    private static final Object lock = new Object();
    private static final Entry[] published = new Entry[ENTRIES];
    private static int total;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(LateChange::write);
        Thread reader = new Thread(LateChange::read);
        writer.start();
        reader.start();
        writer.join();
        reader.join();
        System.out.println("done");
    }

    private static void write() {
        for (int i = 0; i < ENTRIES; i++) {
            Entry entry = new Entry();
            entry.size = i;
            synchronized (lock) {
                published[i] = entry;
            }
            if (i == ENTRIES / 2) {
                entry.size = 0; // @late
            }
        }
    }

    private static void read() {
        for (int i = 0; i < ENTRIES; i++) {
            Entry entry;
            synchronized (lock) {
                entry = published[i];
            }
            if (entry != null) {
                total += entry.size; // @read
            }
        }
    }
}
