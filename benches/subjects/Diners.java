// As many philosophers as the argument says, who eat three times each; 40 guests at the bar are busy beside them and change nothing.
// expect deadlock Diners.forks[] @right
public class Diners {
    private static final int MEALS = 3;
    private static final int GUESTS = 40;
    private static final int DRINKS = 10_000;

    private static Object[] forks;
    private static final Object bar = new Object();
    private static int drinks;

    public static void main(String[] args) throws InterruptedException {
        int diners = Integer.parseInt(args[0]);
        forks = new Object[diners];
        for (int i = 0; i < diners; i++) forks[i] = new Object();
        Thread[] threads = new Thread[diners + (args.length > 1 ? GUESTS : 0)];
        for (int i = 0; i < threads.length; i++) {
            int seat = i;
            threads[i] = i < diners ? new Thread(() -> dine(seat)) : new Thread(Diners::drink);
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
    }

    private static void dine(int seat) {
        for (int meal = 0; meal < MEALS; meal++) {
            synchronized (forks[seat]) {
                synchronized (forks[(seat + 1) % forks.length]) { // @right
                }
            }
        }
    }

    private static void drink() {
        for (int i = 0; i < DRINKS; i++) {
            synchronized (bar) {
                drinks++;
            }
        }
    }
}
