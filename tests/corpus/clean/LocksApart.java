// Two locks used in opposite orders by two threads, but never held together.
public class LocksApart {
    static final Object a = new Object();
    static final Object b = new Object();
    static int x;
    static int y;

    static void onA(int n) {
        synchronized (a) {
            x += n;
        }
    }

    static void onB(int n) {
        synchronized (b) {
            y += n;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread s = new Thread(() -> {
            onA(1);
            onB(2);
        });
        Thread t = new Thread(() -> {
            onB(3);
            onA(4);
        });
        s.start();
        t.start();
        s.join();
        t.join();
        System.out.println(x + " " + y);
    }
}
