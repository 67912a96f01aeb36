// Three locks, three threads: the first and the second thread can block each other over a and b, the second and the third
// over b and c.
// expect deadlock TwoCycles.a TwoCycles.b @ab @ba
// expect deadlock TwoCycles.b TwoCycles.c @bc @cb
public class TwoCycles {
    static final Object a = new Object();
    static final Object b = new Object();
    static final Object c = new Object();

    static void first() {
        synchronized (a) {
            synchronized (b) { // @ab
            }
        }
    }

    static void second() {
        synchronized (b) {
            synchronized (a) { // @ba
            }
            synchronized (c) { // @bc
            }
        }
    }

    static void third() {
        synchronized (c) {
            synchronized (b) { // @cb
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(TwoCycles::first);
        Thread t2 = new Thread(TwoCycles::second);
        Thread t3 = new Thread(TwoCycles::third);
        t1.start();
        t2.start();
        t3.start();
        t1.join();
        t2.join();
        t3.join();
        System.out.println("done");
    }
}
