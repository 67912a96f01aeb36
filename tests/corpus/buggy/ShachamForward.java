// The access that empties the lock set comes before its rival, so a scan backwards finds no partner: one has to look forward
// (after Figure 2.8 of Shacham 2004).
// expect race ShachamForward.x @read @write
public class ShachamForward {
    static final Object lockX = new Object();
    static final Object lockY = new Object();
    static int x;
    static int y;

    static void two() {
        synchronized (lockX) {
            synchronized (lockY) {
                y = x;
            }
        }
        synchronized (lockX) {
            x = 7;
        }
        synchronized (lockY) {
            y = x; // @read
        }
    }

    static void one() {
        synchronized (lockX) {
            synchronized (lockY) {
                y = x;
            }
        }
        synchronized (lockX) {
            x = 7; // @write
        }
    }

    public static void main(String[] args) throws Exception {
        Thread b = new Thread(ShachamForward::two);
        Thread a = new Thread(ShachamForward::one);
        b.start();
        a.start();
        b.join();
        a.join();
        System.out.println(x + " " + y);
    }
}
