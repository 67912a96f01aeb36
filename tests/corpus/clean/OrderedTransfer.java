// Transfers lock the account with the smaller number first.
public class OrderedTransfer {
    static class Account {
        final int id;
        int balance = 100;

        Account(int id) {
            this.id = id;
        }
    }

    static final Account one = new Account(1);
    static final Account two = new Account(2);

    static void transfer(Account from, Account to, int money) {
        Account first = from.id < to.id ? from : to;
        Account second = from.id < to.id ? to : from;
        synchronized (first) {
            synchronized (second) {
                from.balance -= money;
                to.balance += money;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> transfer(one, two, 30));
        Thread t2 = new Thread(() -> transfer(two, one, 10));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(one.balance + " " + two.balance);
    }
}
