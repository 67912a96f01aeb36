public class HandOver {
    static final Object lock = new Object();
    static int[] box;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            int[] mine = new int[1];
            mine[0] = 7;
            synchronized (lock) {
                box = mine;
                lock.notifyAll();
            }
        });
        t.start();
        synchronized (lock) {
            while (box == null) lock.wait();
        }
        if (box[0] != 7) throw new AssertionError("torn");
        t.join();
    }
}
