// finds: dead heat: LockedByDifferentLocks.x
public class LockedByDifferentLocks {
    static final Object one = new Object(), two = new Object();
    static int x;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { synchronized (one) { x++; } }), b = new Thread(() -> { synchronized (two) { x++; } });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}
