// One thread takes the two locks in both orders, one after the other; the other thread uses each lock alone.
public class OneThreadInverts {
    static final Object a = new Object();
    static final Object b = new Object();
    static int x;
    static int y;

    static void both() {
        synchronized (a) {
            synchronized (b) {
                x++;
            }
        }
        synchronized (b) {
            synchronized (a) {
                x++;
            }
        }
    }

    static void single() {
        synchronized (a) {
            x++;
        }
        synchronized (b) {
            y++;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread s = new Thread(OneThreadInverts::both);
        Thread t = new Thread(OneThreadInverts::single);
        s.start();
        t.start();
        s.join();
        t.join();
        System.out.println(x + " " + y);
    }
}
