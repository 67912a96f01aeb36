// Writers hold both locks, readers either of them: no lock is common to all, each conflicting pair has one.
public class WriteBothReadOne {
    static final Object a = new Object();
    static final Object b = new Object();
    static int x;
    static final int[] seen = new int[2];

    static void write() {
        synchronized (a) {
            synchronized (b) {
                x++;
            }
        }
    }

    static void readA() {
        synchronized (a) {
            seen[0] = x;
        }
    }

    static void readB() {
        synchronized (b) {
            seen[1] = x;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(WriteBothReadOne::write);
        Thread t2 = new Thread(WriteBothReadOne::readA);
        Thread t3 = new Thread(WriteBothReadOne::write);
        Thread t4 = new Thread(WriteBothReadOne::readB);
        t1.start();
        t2.start();
        t3.start();
        t4.start();
        t1.join();
        t2.join();
        t3.join();
        t4.join();
        System.out.println(x + " " + (seen[0] <= 2 && seen[1] <= 2));
    }
}
