// The access is between two critical sections of the same lock, in both threads: whichever comes first, the lock orders the two
// (after Smaragdakis 2012, where a second section closes the gap).
// expect race TwoSections.latest @latest @latest
// hidden: TwoSections.latest
public class TwoSections {
    private static final int ROUNDS = 65;

    private static final Object lock = new Object();
    private static int tickets;
    private static int finished;
    private static int latest;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(TwoSections::work);
        Thread two = new Thread(TwoSections::work);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(tickets + " " + finished);
    }

    private static void work() {
        for (int i = 0; i < ROUNDS; i++) {
            int ticket = take();
            latest = ticket; // @latest
            finish();
        }
    }

    private static int take() {
        synchronized (lock) {
            tickets++;
            return tickets;
        }
    }

    private static void finish() {
        synchronized (lock) {
            finished++;
        }
    }
}
