// transfer(from, to) locks its arguments in the order of the call (the usual bank).
// expect deadlock TransferArgs.checking TransferArgs.savings @to
public class TransferArgs {
    static class Account {
        int balance = 50;
    }

    static final Account savings = new Account();
    static final Account checking = new Account();

    static void transfer(Account from, Account to, int money) {
        synchronized (from) {
            synchronized (to) { // @to
                from.balance -= money;
                to.balance += money;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> transfer(savings, checking, 5));
        Thread t2 = new Thread(() -> transfer(checking, savings, 7));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(savings.balance + checking.balance);
    }
}
