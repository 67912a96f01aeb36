// Locks {a}, {a, b} and {b}: each neighbour pair shares a lock, the outer two do not.
// expect race ThreeLocksets.n @one @three
// allow atomicity ThreeLocksets.one @one
// allow atomicity ThreeLocksets.three @three
public class ThreeLocksets {
    static final Object a = new Object();
    static final Object b = new Object();
    static int n;

    static void one() {
        synchronized (a) {
            n++; // @one
        }
    }

    static void two() {
        synchronized (a) {
            synchronized (b) {
                n++;
            }
        }
    }

    static void three() {
        synchronized (b) {
            n++; // @three
        }
    }

    public static void main(String[] args) throws Exception {
        Thread r = new Thread(ThreeLocksets::one);
        Thread s = new Thread(ThreeLocksets::two);
        Thread t = new Thread(ThreeLocksets::three);
        r.start();
        s.start();
        t.start();
        r.join();
        s.join();
        t.join();
        System.out.println(n <= 3);
    }
}
