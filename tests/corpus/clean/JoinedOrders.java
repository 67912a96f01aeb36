// Two orders of two locks, but the first thread has ended before the second one is started.
public class JoinedOrders {
    static final Object a = new Object();
    static final Object b = new Object();
    static int n;

    static void ab() {
        synchronized (a) {
            synchronized (b) {
                n++;
            }
        }
    }

    static void ba() {
        synchronized (b) {
            synchronized (a) {
                n++;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        ba();
        Thread s = new Thread(JoinedOrders::ab);
        s.start();
        s.join();
        Thread t = new Thread(JoinedOrders::ba);
        t.start();
        t.join();
        System.out.println(n);
    }
}
