// Two orders of two locks, and a gate lock that only one of the threads takes.
// expect deadlock HalfGate.a HalfGate.b @gated @free
public class HalfGate {
    static final Object gate = new Object();
    static final Object a = new Object();
    static final Object b = new Object();
    static int n;

    static void gated() {
        synchronized (gate) {
            synchronized (a) {
                synchronized (b) { // @gated
                    n++;
                }
            }
        }
    }

    static void free() {
        synchronized (b) {
            synchronized (a) { // @free
                n++;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(HalfGate::gated);
        Thread t2 = new Thread(HalfGate::free);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(n);
    }
}
