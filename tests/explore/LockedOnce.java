// finds: dead heat: LockedOnce.x
public class LockedOnce {
    static final Object lock = new Object();
    static int x;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { synchronized (lock) { x = 1; } }), b = new Thread(() -> { synchronized (lock) { int seen = x; } x = 3; });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}
