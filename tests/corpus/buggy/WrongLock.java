// Both threads lock, but not the same lock (the subject wronglock of Oliveira 2012).
// expect race WrongLock.total @left @right
// allow atomicity WrongLock.left @left
// allow atomicity WrongLock.right @right
public class WrongLock {
    static final Object a = new Object();
    static final Object b = new Object();
    static int total;

    static void left() {
        synchronized (a) {
            total += 1; // @left
        }
    }

    static void right() {
        synchronized (b) {
            total += 2; // @right
        }
    }

    public static void main(String[] args) throws Exception {
        Thread s = new Thread(WrongLock::left);
        Thread t = new Thread(WrongLock::right);
        s.start();
        t.start();
        s.join();
        t.join();
        System.out.println(total <= 3);
    }
}
