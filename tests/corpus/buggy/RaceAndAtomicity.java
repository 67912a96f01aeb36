// Two different errors: a withdrawal in two critical sections, and a log counter without any lock.
// expect atomicity RaceAndAtomicity.withdraw @take
// expect race RaceAndAtomicity.log @log @log
import deadheat.Atomic;

public class RaceAndAtomicity {
    static final Object lock = new Object();
    static int balance = 10;
    static int log;

    @Atomic
    static void withdraw(int n) {
        boolean enough;
        synchronized (lock) {
            enough = balance >= n;
        }
        if (enough) {
            synchronized (lock) { // @take
                balance -= n;
            }
        }
    }

    static void customer(int n) {
        withdraw(n);
        log++; // @log
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> customer(3));
        Thread t2 = new Thread(() -> customer(4));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(balance);
    }
}
