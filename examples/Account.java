/*
 * WRONG: deposit() reads the balance, adds to it and writes it back with no
 * lock. If both threads read the same balance, one of the two deposits is lost
 * and the final balance is 50 or 100 instead of 150.
 */
public class Account {
    private int balance;

    void deposit(int amount) {
        balance = balance + amount;
    }

    int balance() {
        return balance;
    }

    public static void main(String[] args) throws InterruptedException {
        Account account = new Account();
        Thread first = new Thread(() -> account.deposit(50), "first");
        Thread second = new Thread(() -> account.deposit(100), "second");
        first.start();
        second.start();
        first.join();
        second.join();
        if (account.balance() != 150) {
            throw new AssertionError("lost update: balance is " + account.balance());
        }
        System.out.println("balance " + account.balance());
    }
}
