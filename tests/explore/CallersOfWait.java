// Two lines at which a thread waits for ever: two lost signals.
// finds: deadlock: notification on java.lang.Object
// told: witnessed lost-signal 15
// told: witnessed lost-signal 17
public class CallersOfWait {
    static final Object lock = new Object();
    static volatile boolean late;

    public static void main(String[] args) {
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try {
                    if (!late) {
                        // Either
                        lock.wait();
                    } else {
                        lock.wait();
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        waiter.start();
        late = true;
    }
}
