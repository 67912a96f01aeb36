// transfer() locks only the account that pays; the account that receives is changed without its lock
// (after Figure 3.1 of Oliveira 2012).
// expect race RabbitAccount$Account.amount @debit @credit
// allow atomicity RabbitAccount$Account.transfer @debit
public class RabbitAccount {
    static class Account {
        double amount = 100;

        synchronized void transfer(Account to, double money) {
            amount -= money; // @debit
            to.amount += money; // @credit
        }
    }

    static final Account mine = new Account();
    static final Account yours = new Account();

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> mine.transfer(yours, 10));
        Thread b = new Thread(() -> yours.transfer(mine, 3));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(mine.amount + yours.amount <= 210);
    }
}
