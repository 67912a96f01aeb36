// Bank accounts (Oliveira 2012): a transfer has the lock of one of its two accounts only.
// expect race Account.amount @deposit @to
// expect race Account.amount @withdraw @to
public class Account {
    private final String owner;
    private double amount;

    Account(String owner, double amount) {
        this.owner = owner;
        this.amount = amount;
    }

    synchronized void deposit(double money) {
        amount += money; // @deposit
    }

    synchronized boolean withdraw(double money) {
        if (amount < money) {
            return false;
        }
        amount -= money; // @withdraw
        return true;
    }

    synchronized void transfer(Account other, double money) {
        amount -= money;
        other.amount += money; // @to
    }

    synchronized double amount() {
        return amount;
    }

    /** A customer pays in, draws out, and passes money on to the next one. */
    static class Customer extends Thread {
        private final Account own;
        private final Account next;

        Customer(Account own, Account next) {
            super(own.owner);
            this.own = own;
            this.next = next;
        }

        @Override
        public void run() {
            for (int day = 0; day < DAYS; day++) {
                own.deposit(30);
                if (own.withdraw(10)) {
                    own.transfer(next, 20);
                }
            }
        }
    }

    static final int DAYS = 3;

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 7;
        Account[] accounts = new Account[threads];
        for (int i = 0; i < threads; i++) {
            accounts[i] = new Account("customer-" + i, 100);
        }
        Customer[] customers = new Customer[threads];
        for (int i = 0; i < threads; i++) {
            customers[i] = new Customer(accounts[i], accounts[(i + 1) % threads]);
            customers[i].start();
        }
        double total = 0;
        for (Customer customer : customers) {
            customer.join();
        }
        for (Account account : accounts) {
            total += account.amount();
        }
        System.out.println(total);
    }
}
