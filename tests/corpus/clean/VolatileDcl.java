// Double-checked locking on a volatile field.
public class VolatileDcl {
    static class Helper {
        int value;

        Helper() {
            value = 9;
        }
    }

    static final Object lock = new Object();
    static volatile Helper helper;
    static final int[] seen = new int[2];

    static Helper get() {
        Helper h = helper;
        if (h == null) {
            synchronized (lock) {
                h = helper;
                if (h == null) {
                    h = new Helper();
                    helper = h;
                }
            }
        }
        return h;
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> seen[0] = get().value);
        Thread t2 = new Thread(() -> seen[1] = get().value);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(seen[0] + " " + seen[1]);
    }
}
