/*
 * RIGHT: the forks are numbered and every philosopher takes the fork with the
 * lower number first. No cycle of waiting philosophers can form, so there is
 * no deadlock. The argument is the number of philosophers (default 3).
 */
public class PhilosophersOrdered {
    record Fork(int number) {
    }

    static final class Philosopher extends Thread {
        private final Fork lower;
        private final Fork higher;

        Philosopher(int seat, Fork left, Fork right) {
            super("philosopher-" + seat);
            boolean ordered = left.number() < right.number();
            this.lower = ordered ? left : right;
            this.higher = ordered ? right : left;
        }

        @Override
        public void run() {
            synchronized (lower) {
                synchronized (higher) {
                    Thread.yield(); // eating
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Fork[] forks = new Fork[n];
        for (int i = 0; i < n; i++) {
            forks[i] = new Fork(i);
        }
        Philosopher[] table = new Philosopher[n];
        for (int i = 0; i < n; i++) {
            table[i] = new Philosopher(i, forks[i], forks[(i + 1) % n]);
            table[i].start();
        }
        for (Philosopher philosopher : table) {
            philosopher.join();
        }
        System.out.println(n + " philosophers have eaten");
    }
}
