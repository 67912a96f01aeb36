// The lock set of x becomes empty, yet no two conflicting accesses lack a common lock (after Figure 2.7 of Shacham 2004).
public class ShachamPair {
    static final Object lockX = new Object();
    static final Object lockY = new Object();
    static int x;
    static int y = 3;

    static void one() {
        synchronized (lockX) {
            synchronized (lockY) {
                x = y;
            }
        }
    }

    static void two() {
        synchronized (lockX) {
            x = 7;
        }
        synchronized (lockY) {
            y = x;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(ShachamPair::one);
        Thread b = new Thread(ShachamPair::two);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println((x == 3 || x == 7) && (y == 3 || y == 7));
    }
}
