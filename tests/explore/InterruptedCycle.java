// fewer ends: the end of the guest cuts daemons short anywhere
// finds: deadlock: while other threads run on: lock java.lang.Object
/** An interrupt does not end the wait for a monitor. */
public class InterruptedCycle {
    static final Object one = new Object(), two = new Object();
    static volatile boolean spins;

    public static void main(String[] args) {
        Thread a = new Thread(() -> { synchronized (one) { synchronized (two) { } } });
        Thread b = new Thread(() -> { synchronized (two) { synchronized (one) { } } });
        a.setDaemon(true);
        b.setDaemon(true);
        a.start();
        b.start();
        a.interrupt();
        spins = true;
    }
}
