// Two threads increment x under one lock (after Figure 2.2 of Shacham 2004).
public class ShachamLocked {
    static final Object lockX = new Object();
    static int x = 5;

    static void add() {
        synchronized (lockX) {
            int r = x;
            r = r + 1;
            x = r;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(ShachamLocked::add);
        Thread b = new Thread(ShachamLocked::add);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(x);
    }
}
