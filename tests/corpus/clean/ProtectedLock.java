// The inner lock is only ever taken with the outer one held, so taking it twice in an atomic method does no harm
// (the extension "protected locks" of Flanagan 2004).
public class ProtectedLock {
    static final Object outer = new Object();
    static final Object inner = new Object();
    static int x;
    static int y;

    static void both() {
        synchronized (outer) {
            synchronized (inner) {
                x++;
            }
            synchronized (inner) {
                y++;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(ProtectedLock::both);
        Thread t2 = new Thread(ProtectedLock::both);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(x + " " + y);
    }
}
