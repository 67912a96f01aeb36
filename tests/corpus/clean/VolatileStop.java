// A volatile flag ends a loop.
public class VolatileStop {
    static volatile boolean stop;
    static boolean clean;

    static void work() {
        while (!stop) {
            Thread.yield();
        }
        clean = true;
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(VolatileStop::work);
        t.start();
        stop = true;
        t.join();
        System.out.println(clean);
    }
}
