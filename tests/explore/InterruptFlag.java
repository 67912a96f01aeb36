// finds: uncaught exception: java.lang.AssertionError: seen
public class InterruptFlag {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            if (Thread.currentThread().isInterrupted()) throw new AssertionError("seen");
        });
        t.start();
        t.interrupt();
        t.join();
    }
}
