// Every path takes the lock but the one that refuses; in the run it comes after a path with it ("lock inconsistent" of Helgrind).
// expect race MissingPath.balance @deposit @fee
// expect atomicity MissingPath.save @deposit
// hidden: MissingPath.balance
public class MissingPath {
    private static final int ROUNDS = 95;
    private static final int LIMIT = 100;
    private static final int FEE = 2;

    private static final Object lock = new Object();
    private static int balance;

    public static void main(String[] args) throws InterruptedException {
        Thread saver = new Thread(MissingPath::save);
        Thread spender = new Thread(MissingPath::spend);
        saver.start();
        spender.start();
        saver.join();
        spender.join();
        System.out.println("done");
    }

    private static void save() {
        for (int i = 0; i < ROUNDS; i++) {
            synchronized (lock) {
                balance += 5; // @deposit
            }
        }
    }

    private static void spend() {
        for (int amount = 1; amount <= ROUNDS; amount++) {
            withdraw(amount);
        }
        withdraw(LIMIT + 1);
    }

    private static void withdraw(int amount) {
        if (amount > LIMIT) {
            balance -= FEE; // @fee
            return;
        }
        synchronized (lock) {
            balance -= amount;
        }
    }
}
