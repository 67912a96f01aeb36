// Two lines that call the same synchronized method, each of which can be one half of a deadlock: the lock is taken by the caller.
// finds: deadlock: lock java.lang.Class, lock java.lang.Object
// finds: deadlock: while other threads run on: lock java.lang.Class, lock java.lang.Object
// told: witnessed deadlock 20,31
// told: witnessed deadlock 22,31
public class CallersOfLocked {
    static final Object lock = new Object();
    static volatile boolean late;
    static int calls;

    static synchronized void locked() {
        calls++;
    }

    public static void main(String[] args) {
        Thread one = new Thread(() -> {
            synchronized (lock) {
                if (!late) {
                    // Either
                    locked();
                } else {
                    locked();
                }
            }
        });
        one.start();
        late = true;
        synchronized (CallersOfLocked.class) {
            calls++;
            // The other half
            synchronized (lock) {
                calls++;
            }
        }
    }
}
