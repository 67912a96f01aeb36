// Philosophers who take their forks in the order of the forks' numbers (after tc14_laog_dinphils of Helgrind's tests, without its
// error). Clean.
public class LockOrder {
    private static final int SEATS = 5;
    private static final int MEALS = 40;

    private static final class Fork {
        int uses;
    }

    private static final Fork[] forks = new Fork[SEATS];

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < SEATS; i++) {
            forks[i] = new Fork();
        }
        Thread[] threads = new Thread[SEATS];
        for (int i = 0; i < SEATS; i++) {
            int seat = i;
            threads[i] = new Thread(() -> dine(seat));
            threads[i].start();
        }
        int uses = 0;
        for (int i = 0; i < SEATS; i++) {
            threads[i].join();
        }
        for (Fork fork : forks) {
            uses += fork.uses;
        }
        System.out.println(uses);
    }

    private static void dine(int seat) {
        int next = (seat + 1) % SEATS;
        Fork first = forks[Math.min(seat, next)];
        Fork second = forks[Math.max(seat, next)];
        for (int meal = 0; meal < MEALS; meal++) {
            synchronized (first) {
                synchronized (second) {
                    first.uses++;
                    second.uses++;
                }
            }
        }
    }
}
