// Inside the lock the field looks protected, until another thread touches it without the lock
// (after the example double() of Flanagan 2004).
// expect race ReconsideredRead.x @write @bare
// expect atomicity ReconsideredRead.twice @write
// allow race ReconsideredRead.x @read @bare
public class ReconsideredRead {
    static final Object m = new Object();
    static int x = 1;

    static void twice() {
        synchronized (m) {
            int t = x; // @read
            x = 2 * t; // @write
        }
    }

    static void bare() {
        x = 5; // @bare
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(ReconsideredRead::twice);
        Thread t2 = new Thread(ReconsideredRead::bare);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(x >= 2);
    }
}
