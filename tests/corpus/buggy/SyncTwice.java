// A synchronized method that calls two synchronized methods of another object, which others use directly: the sum moves.
// expect atomicity SyncTwice$Report.total @second
public class SyncTwice {
    static class Ledger {
        int left = 10;
        int right;

        synchronized int left() {
            return left;
        }

        synchronized int right() {
            return right;
        }

        synchronized void move(int n) {
            left -= n;
            right += n;
        }
    }

    static class Report {
        int last;

        synchronized void total() {
            int sum = ledger.left();
            sum += ledger.right(); // @second
            last = sum;
        }
    }

    static final Ledger ledger = new Ledger();
    static final Report report = new Report();

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> report.total());
        Thread t2 = new Thread(() -> ledger.move(4));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(ledger.left + ledger.right);
    }
}
