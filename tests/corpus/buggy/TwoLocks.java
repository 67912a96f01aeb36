// The textbook deadlock: two locks, two orders.
// expect deadlock TwoLocks.left TwoLocks.right @ab @ba
public class TwoLocks {
    static final Object left = new Object();
    static final Object right = new Object();
    static int moved;

    static void ab() {
        synchronized (left) {
            synchronized (right) { // @ab
                moved++;
            }
        }
    }

    static void ba() {
        synchronized (right) {
            synchronized (left) { // @ba
                moved++;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(TwoLocks::ab);
        Thread b = new Thread(TwoLocks::ba);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(moved);
    }
}
