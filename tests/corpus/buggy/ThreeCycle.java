// Three threads, three locks, each takes its own and then its neighbour's: no two threads alone can block.
// expect deadlock ThreeCycle.a ThreeCycle.b ThreeCycle.c @ab @bc @ca
public class ThreeCycle {
    static final Object a = new Object();
    static final Object b = new Object();
    static final Object c = new Object();

    static void ab() {
        synchronized (a) {
            synchronized (b) { // @ab
            }
        }
    }

    static void bc() {
        synchronized (b) {
            synchronized (c) { // @bc
            }
        }
    }

    static void ca() {
        synchronized (c) {
            synchronized (a) { // @ca
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread r = new Thread(ThreeCycle::ab);
        Thread s = new Thread(ThreeCycle::bc);
        Thread t = new Thread(ThreeCycle::ca);
        r.start();
        s.start();
        t.start();
        r.join();
        s.join();
        t.join();
        System.out.println("done");
    }
}
