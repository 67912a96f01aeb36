// Many short-lived objects and locks: one that dies may give its place to one of another thread.
public class AddressReuse {
    static class Cell {
        int value;
        Object lock = new Object();
    }

    static final int[] sums = new int[2];

    static void work(int me) {
        int s = 0;
        for (int i = 0; i < 20; i++) {
            Cell c = new Cell();
            if (me == 0) {
                synchronized (c.lock) {
                    c.value += i;
                }
            } else {
                c.value += i;
            }
            s += c.value;
            if (i == 10) {
                System.gc();
            }
        }
        sums[me] = s;
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> work(0));
        Thread t2 = new Thread(() -> work(1));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(sums[0] + " " + sums[1]);
    }
}
