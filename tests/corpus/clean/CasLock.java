// A hand-made spin lock: compare-and-set to enter, a volatile store to leave.
import java.util.concurrent.atomic.AtomicInteger;

public class CasLock {
    static final AtomicInteger owner = new AtomicInteger();
    static int shared;

    static void work(int me) {
        for (int i = 0; i < 3; i++) {
            while (!owner.compareAndSet(0, me)) {
                Thread.yield();
            }
            shared += me;
            owner.set(0);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> work(1));
        Thread b = new Thread(() -> work(2));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(shared);
    }
}
