// A racy hint, written and read between ignore marks; everything else is locked.
import deadheat.Deadheat;

public class IgnoreMarks {
    static final Object lock = new Object();
    static int hint;
    static int exact;

    static void work(int n) {
        synchronized (lock) {
            exact += n;
        }
        Deadheat.ignoreOn();
        if (hint < n) {
            hint = n;
        }
        Deadheat.ignoreOff();
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> work(2));
        Thread t2 = new Thread(() -> work(3));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(exact + " " + (hint >= 2));
    }
}
