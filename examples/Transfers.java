/*
 * RIGHT: a transfer locks both accounts, always the one with the lower id
 * first. Transfers in opposite directions cannot deadlock, and because both
 * balances change under both locks no money is lost or created.
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
        Account alice = new Account(1, 100);
        Account bob = new Account(2, 100);
        Thread there = new Thread(() -> {
            for (int i = 0; i < 2; i++) {
                transfer(alice, bob, 30);
            }
        }, "there");
        Thread back = new Thread(() -> {
            for (int i = 0; i < 2; i++) {
                transfer(bob, alice, 20);
            }
        }, "back");
        there.start();
        back.start();
        there.join();
        back.join();
        if (alice.balance != 80 || bob.balance != 120) {
            throw new AssertionError(alice.balance + " and " + bob.balance);
        }
        System.out.println("alice " + alice.balance + ", bob " + bob.balance);
    }
}
