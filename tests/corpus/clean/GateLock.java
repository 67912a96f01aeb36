// Two locks in both orders, but always behind a third one (the gate of section 3 of Havelund 2000).
public class GateLock {
    static final Object gate = new Object();
    static final Object a = new Object();
    static final Object b = new Object();
    static int n;

    static void ab() {
        synchronized (gate) {
            synchronized (a) {
                synchronized (b) {
                    n += 1;
                }
            }
        }
    }

    static void ba() {
        synchronized (gate) {
            synchronized (b) {
                synchronized (a) {
                    n += 2;
                }
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread s = new Thread(GateLock::ab);
        Thread t = new Thread(GateLock::ba);
        s.start();
        t.start();
        s.join();
        t.join();
        System.out.println(n);
    }
}
