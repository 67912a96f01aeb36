/*
 * WRONG: every philosopher takes the left fork and then the right one. If all
 * of them hold their left fork at the same moment, each waits for a neighbour
 * for ever: a deadlock. The argument is the number of philosophers (default 3).
 */
public class Philosophers {
    static final class Fork {
    }

    static final class Philosopher extends Thread {
        private final Fork left;
        private final Fork right;

        Philosopher(int seat, Fork left, Fork right) {
            super("philosopher-" + seat);
            this.left = left;
            this.right = right;
        }

        @Override
        public void run() {
            synchronized (left) {
                synchronized (right) {
                    Thread.yield(); // eating
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Fork[] forks = new Fork[n];
        for (int i = 0; i < n; i++) {
            forks[i] = new Fork();
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
