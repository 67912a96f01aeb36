// finds: deadlock: join, lock java.lang.Object
public class JoinBeforeStart {
    static volatile int x;
    static final Object lock = new Object();
    static final Thread late = new Thread(() -> { synchronized (lock) { } });

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (lock) {
                x = 1;
                try {
                    late.join();
                } catch (InterruptedException e) { }
            }
        }).start();
        if (x == 1) late.start();
    }
}
