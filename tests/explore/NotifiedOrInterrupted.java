// finds: deadlock: notification on java.lang.Object
// finds: uncaught exception: java.lang.IllegalStateException: notified
// finds: uncaught exception: java.lang.IllegalStateException: interrupted
public class NotifiedOrInterrupted {
    static final Object lock = new Object();
    static boolean waiting, told;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            synchronized (lock) {
                waiting = true;
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    if (told) throw new IllegalStateException("interrupted");
                    return;
                }
                if (told) throw new IllegalStateException("notified");
            }
        });
        t.start();
        synchronized (lock) {
            if (!waiting) return;
            t.interrupt();
            told = true;
            lock.notify();
        }
    }
}
