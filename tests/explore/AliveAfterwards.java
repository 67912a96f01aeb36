// finds: uncaught exception: java.lang.AssertionError*
// What a thread did last can be seen while it is still alive: its end is a step of its own.
public class AliveAfterwards {
    static volatile int x;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> x = 1);
        t.start();
        if (x == 1 && t.isAlive()) {
            throw new AssertionError("done, but alive");
        }
        t.join();
    }
}
