// A racy statistic that is declared benign.
import deadheat.Benign;

public class BenignCounter {
    @Benign("may lose a few")
    static int rough;
    static final Object lock = new Object();
    static int exact;

    static void work() {
        for (int i = 0; i < 2; i++) {
            rough++;
            synchronized (lock) {
                exact++;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(BenignCounter::work);
        Thread t2 = new Thread(BenignCounter::work);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println((rough <= 4) + " " + exact);
    }
}
