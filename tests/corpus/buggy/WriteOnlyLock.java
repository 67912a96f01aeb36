// Writers lock, the reader does not.
// expect race WriteOnlyLock.level @read @write
public class WriteOnlyLock {
    static final Object lock = new Object();
    static int level;

    static void raise() {
        synchronized (lock) {
            level = level + 1; // @write
        }
    }

    static void show() {
        int seen = level; // @read
        if (seen < 0) {
            throw new AssertionError();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(WriteOnlyLock::raise);
        Thread b = new Thread(WriteOnlyLock::raise);
        Thread c = new Thread(WriteOnlyLock::show);
        a.start();
        b.start();
        c.start();
        a.join();
        b.join();
        c.join();
        System.out.println(level);
    }
}
