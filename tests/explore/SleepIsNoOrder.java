// finds: uncaught exception: java.lang.AssertionError: too early
public class SleepIsNoOrder {
    static volatile boolean ready;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> ready = true);
        t.start();
        Thread.sleep(1000);
        if (!ready) throw new AssertionError("too early");
        t.join();
    }
}
