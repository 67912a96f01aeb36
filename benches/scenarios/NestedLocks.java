// A field has the outer lock in one thread and the inner one in the other; the inner lock, taken later inside the outer, orders
// the two in the run (after the nested sections of Smaragdakis 2012).
// expect race NestedLocks.position @outer @inner
// allow atomicity NestedLocks.move @outer
// hidden: NestedLocks.position
public class NestedLocks {
    private static final int ROUNDS = 100;

    private static final Object outer = new Object();
    private static final Object inner = new Object();
    private static int position;
    private static int written;

    public static void main(String[] args) throws InterruptedException {
        Thread mover = new Thread(NestedLocks::move);
        Thread logger = new Thread(NestedLocks::log);
        mover.start();
        logger.start();
        mover.join();
        logger.join();
        System.out.println(written);
    }

    private static void move() {
        for (int i = 0; i < ROUNDS; i++) {
            synchronized (outer) {
                position++; // @outer
                synchronized (inner) {
                    written++;
                }
            }
        }
    }

    private static void log() {
        for (int i = 0; i < ROUNDS; i++) {
            synchronized (inner) {
                written++;
            }
        }
        synchronized (inner) {
            position = 0; // @inner
        }
    }
}
