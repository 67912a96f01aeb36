/*
 * WRONG: get() and set() are each atomic, but the pair is not. Another thread
 * can write between them, and its increment is overwritten. There is no data
 * race here, only a lost update; incrementAndGet() would be right.
 */
import java.util.concurrent.atomic.AtomicInteger;

public class AtomicGap {
    private final AtomicInteger total = new AtomicInteger();

    void increment() {
        int seen = total.get();
        total.set(seen + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        AtomicGap gap = new AtomicGap();
        Thread first = new Thread(gap::increment, "first");
        Thread second = new Thread(gap::increment, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        int total = gap.total.get();
        if (total != 2) {
            throw new AssertionError("expected 2 but the total is " + total);
        }
        System.out.println("total " + total);
    }
}
