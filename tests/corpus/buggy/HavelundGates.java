// Four locks, three inverted orders, two of them behind gate locks: only the pair l3/l4 can block for ever
// (after Figure 7 of Havelund 2000).
// expect deadlock HavelundGates.l3 HavelundGates.l4 @one @two
public class HavelundGates {
    static final Object l1 = new Object();
    static final Object l2 = new Object();
    static final Object l3 = new Object();
    static final Object l4 = new Object();

    static void firstTask() {
        synchronized (l1) {
            synchronized (l3) {
                synchronized (l2) {
                }
                synchronized (l4) { // @one
                }
            }
        }
        synchronized (l4) {
            synchronized (l2) {
                synchronized (l3) {
                }
            }
        }
    }

    static void secondTask() {
        synchronized (l1) {
            synchronized (l2) {
                synchronized (l3) {
                }
            }
        }
        synchronized (l4) {
            synchronized (l3) { // @two
                synchronized (l2) {
                }
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(HavelundGates::firstTask);
        Thread b = new Thread(HavelundGates::secondTask);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println("done");
    }
}
