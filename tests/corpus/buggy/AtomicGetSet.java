// An atomic integer, used in two atomic steps that should have been one.
// expect atomicity AtomicGetSet.next @set
import deadheat.Atomic;
import java.util.concurrent.atomic.AtomicInteger;

public class AtomicGetSet {
    static final AtomicInteger counter = new AtomicInteger();

    @Atomic
    static void next() {
        int n = counter.get();
        counter.set(n + 1); // @set
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(AtomicGetSet::next);
        Thread t2 = new Thread(AtomicGetSet::next);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(counter.get() <= 2);
    }
}
