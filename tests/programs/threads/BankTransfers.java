// Bank transfers with locks taken in account order; auditors always see the same total.
import java.util.concurrent.atomic.AtomicInteger;

public class BankTransfers {
    static class Account {
        final int id;
        int balance = 1000;

        Account(int id) {
            this.id = id;
        }
    }

    static final Account[] bank = new Account[4];

    static void transfer(Account from, Account to, int amount) {
        if (from == to) return;
        Account first = from.id < to.id ? from : to;
        Account second = from.id < to.id ? to : from;
        synchronized (first) {
            synchronized (second) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }

    static int audit(int from, int sum) {
        if (from == bank.length) return sum;
        synchronized (bank[from]) {
            return audit(from + 1, sum + bank[from].balance);
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < bank.length; i++) bank[i] = new Account(i);
        AtomicInteger wrong = new AtomicInteger();
        AtomicInteger audits = new AtomicInteger();
        Thread[] threads = new Thread[5];
        for (int t = 0; t < 4; t++) {
            final int id = t;
            threads[t] = new Thread(() -> {
                int x = id + 1;
                for (int k = 0; k < 60; k++) {
                    x = (x * 75 + 74) % 65537;
                    transfer(bank[x % 4], bank[(x >> 4) % 4], x % 50);
                }
            });
        }
        threads[4] = new Thread(() -> {
            for (int k = 0; k < 30; k++) {
                if (audit(0, 0) != 4000) wrong.incrementAndGet();
                audits.incrementAndGet();
            }
        });
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
        for (Account a : bank) System.out.println("account " + a.id + " " + a.balance);
        System.out.println("total " + audit(0, 0) + " audits " + audits + " wrong " + wrong);
    }
}
