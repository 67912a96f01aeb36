// Clerks who move money between accounts, always from the lower to the next; one of them does it once the other way round.
// expect deadlock Clerks.accounts[] @inner
public class Clerks {
    private static final int TRANSFERS = 200;

    private static Account[] accounts;

    private static final class Account {
        int balance = 1_000;
    }

    public static void main(String[] args) throws InterruptedException {
        int clerks = Integer.parseInt(args[0]);
        accounts = new Account[clerks + 1];
        for (int i = 0; i <= clerks; i++) accounts[i] = new Account();
        Thread[] threads = new Thread[clerks];
        for (int i = 0; i < clerks; i++) {
            int clerk = i;
            threads[i] = new Thread(() -> work(clerk, clerks));
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
    }

    private static void work(int clerk, int clerks) {
        for (int i = 0; i < TRANSFERS; i++) {
            Account lower = accounts[(clerk * 7 + i) % clerks], upper = accounts[(clerk * 7 + i) % clerks + 1];
            boolean inverted = clerk == clerks / 2 && i == TRANSFERS / 2;
            transfer(inverted ? upper : lower, inverted ? lower : upper);
        }
    }

    private static void transfer(Account from, Account to) {
        synchronized (from) {
            synchronized (to) { // @inner
                from.balance--;
                to.balance++;
            }
        }
    }
}
