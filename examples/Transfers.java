/*
 * RIGHT: a transfer locks both accounts, always the one with the lower id
 * first. Transfers in opposite directions cannot deadlock, and because both
 * balances change under both locks no money is lost or created. Each of n
 * threads makes k transfers from its own account to its neighbour's.
 * Arguments: n (default 2) and k (default 2).
 */
public class Transfers {
    static final class Account {
        private final int id;
        private int balance;

        Account(int id, int balance) {
            this.id = id;
            this.balance = balance;
        }
    }

    static boolean transfer(Account from, Account to, int amount) {
        Account first = from.id < to.id ? from : to;
        Account second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
                if (from.balance < amount) {
                    return false;
                }
                from.balance -= amount;
                to.balance += amount;
                return true;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int k = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        Account[] accounts = new Account[n];
        for (int i = 0; i < n; i++) {
            accounts[i] = new Account(i, 100);
        }
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            Account from = accounts[i];
            Account to = accounts[(i + 1) % n];
            int amount = 10 * (i + 1);
            threads[i] = new Thread(() -> {
                for (int j = 0; j < k; j++) {
                    transfer(from, to, amount);
                }
            }, "clerk-" + i);
            threads[i].start();
        }
        int total = 0;
        for (int i = 0; i < n; i++) {
            threads[i].join();
        }
        for (Account account : accounts) {
            total += account.balance;
        }
        if (total != 100 * n) {
            throw new AssertionError("money lost or made: " + total);
        }
        System.out.println("total " + total);
    }
}
