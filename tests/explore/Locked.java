public class Locked {
    static final Object lock = new Object();
    static int x;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { synchronized (lock) { x++; } }), b = new Thread(() -> { synchronized (lock) { x++; } });
        a.start();
        b.start();
        a.join();
        b.join();
        if (x != 2) throw new AssertionError("lost");
    }
}
