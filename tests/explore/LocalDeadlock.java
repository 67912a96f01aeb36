// fewer ends: the end of the guest cuts daemons short anywhere
// finds: deadlock: while other threads run on: lock java.lang.Object
public class LocalDeadlock {
    static final Object one = new Object(), two = new Object();
    static volatile int ticks;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { synchronized (one) { synchronized (two) { } } });
        Thread b = new Thread(() -> { synchronized (two) { synchronized (one) { } } });
        a.setDaemon(true);
        b.setDaemon(true);
        a.start();
        b.start();
        ticks = 1;
        ticks = 2;
    }
}
