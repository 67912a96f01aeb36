// Lock-heavy: eight threads move money between accounts, two monitors per transfer, always in the same order.
public class Bank {
    static final int ACCOUNTS = 64;
    static final int TRANSFERS = 12_000;

    static final class Account {
        final int id;
        int balance = 1000;
        int moves;

        Account(int id) {
            this.id = id;
        }
    }

    static void transfer(Account from, Account to, int amount) {
        Account first = from.id < to.id ? from : to;
        Account second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
                if (from.balance >= amount) {
                    from.balance -= amount;
                    to.balance += amount;
                }
                from.moves++;
                to.moves++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account[] accounts = new Account[ACCOUNTS];
        for (int i = 0; i < ACCOUNTS; i++) {
            accounts[i] = new Account(i);
        }
        Thread[] tellers = new Thread[8];
        for (int t = 0; t < tellers.length; t++) {
            int seed = t + 1;
            tellers[t] = new Thread(() -> {
                int x = seed * 7919;
                for (int i = 0; i < TRANSFERS; i++) {
                    x = x * 1103515245 + 12345;
                    int from = (x >>> 8) % ACCOUNTS;
                    int to = (x >>> 16) % ACCOUNTS;
                    if (from != to) {
                        transfer(accounts[from], accounts[to], (x >>> 24) & 15);
                    }
                }
            });
            tellers[t].start();
        }
        int total = 0;
        for (Thread teller : tellers) {
            teller.join();
        }
        for (Account account : accounts) {
            total += account.balance;
        }
        System.out.println(total);
    }
}
