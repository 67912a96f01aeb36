// A thread waits for a condition with a second lock held: wait releases one monitor only, and taking it back inverts the order.
// expect deadlock CondOrder.inner CondOrder.outer @wait @inner
public class CondOrder {
    static final Object outer = new Object();
    static final Object inner = new Object();
    static int n;

    static void waiter() {
        synchronized (outer) {
            synchronized (inner) {
                n++;
                try {
                    outer.wait(1); // @wait
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }
    }

    static void other() {
        synchronized (outer) {
            synchronized (inner) { // @inner
                n++;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(CondOrder::other);
        Thread t2 = new Thread(CondOrder::waiter);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(n);
    }
}
