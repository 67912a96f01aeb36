// finds: uncaught exception: java.lang.AssertionError: alive
public class StillAlive {
    static int own;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> own = 1);
        t.start();
        if (t.isAlive()) throw new AssertionError("alive");
        t.join();
    }
}
