// LongAdder and LongAccumulator as statistics, AtomicLong as a sequence.
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

public class AdderStats {
    static final LongAdder hits = new LongAdder();
    static final LongAccumulator max = new LongAccumulator(Math::max, 0);
    static final AtomicLong sequence = new AtomicLong();

    static void work(int n) {
        for (int i = 0; i < 2; i++) {
            hits.increment();
            max.accumulate(n + i);
            sequence.incrementAndGet();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> work(3));
        Thread t2 = new Thread(() -> work(6));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(hits.sum() + " " + max.get() + " " + sequence.get());
    }
}
