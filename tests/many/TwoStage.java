/** Many threads write in two stages, each under a lock of its own; another one looks in between. */
public class TwoStage {
    static final Object first = new Object(), second = new Object();
    static int data1, data2;

    public static void main(String[] args) {
        int writers = Integer.parseInt(args[0]);
        for (int i = 0; i < writers; i++) {
            new Thread(() -> {
                synchronized (first) { data1 = 1; }
                synchronized (second) { data2 = data1 + 1; }
            }).start();
        }
        new Thread(() -> {
            int t1, t2;
            synchronized (first) {
                if (data1 == 0) return;
                t1 = data1;
            }
            synchronized (second) { t2 = data2; }
            if (t2 != t1 + 1) throw new IllegalStateException(t1 + " " + t2);
        }).start();
    }
}
