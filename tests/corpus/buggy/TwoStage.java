// Two tables, each with its lock: an entry is visible in the first one before it is in the second
// (the idea of the subject twostages of Oliveira 2012).
// expect atomicity TwoStage.enter @second
import deadheat.Atomic;

public class TwoStage {
    static final Object lockA = new Object();
    static final Object lockB = new Object();
    static int a;
    static int b;
    static boolean torn;

    @Atomic
    static void enter(int v) {
        synchronized (lockA) {
            a = v;
        }
        synchronized (lockB) { // @second
            b = v + 1;
        }
    }

    static void check() {
        int x;
        int y;
        synchronized (lockA) {
            x = a;
        }
        synchronized (lockB) {
            y = b;
        }
        torn = x != 0 && y != x + 1;
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> enter(5));
        Thread t2 = new Thread(TwoStage::check);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(b);
    }
}
