// LongAdder, DoubleAdder, LongAccumulator, DoubleAccumulator from several threads.
import java.util.concurrent.atomic.*;

public class AddersAccumulators {
    public static void main(String[] args) throws Exception {
        LongAdder adder = new LongAdder();
        DoubleAdder doubles = new DoubleAdder();
        LongAccumulator max = new LongAccumulator(Long::max, Long.MIN_VALUE);
        LongAccumulator xor = new LongAccumulator((a, b) -> a ^ b, 0);
        DoubleAccumulator min = new DoubleAccumulator(Math::min, Double.POSITIVE_INFINITY);
        Thread[] threads = new Thread[6];
        for (int t = 0; t < threads.length; t++) {
            final int id = t;
            threads[t] = new Thread(() -> {
                for (int k = 0; k < 60; k++) {
                    adder.increment();
                    adder.add(id);
                    if (k % 3 == 0) adder.decrement();
                    doubles.add(0.25);
                    max.accumulate(id * 37 % 11 * 1000 + k);
                    xor.accumulate((long) id << 40 | k);
                    min.accumulate(100 - id - k / 64.0);
                }
            });
        }
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
        System.out.println("adder " + adder.sum() + " " + adder.intValue() + " " + adder);
        System.out.println("doubles " + doubles.sum());
        System.out.println("max " + max.get() + " xor " + xor.get() + " min " + min.get());
        System.out.println(adder.sumThenReset() + " then " + adder.sum());
        System.out.println(doubles.sumThenReset() + " then " + doubles.sum());
        System.out.println(max.getThenReset() + " then " + max.get());
        min.reset();
        System.out.println(min);
        adder.add(Long.MAX_VALUE);
        adder.increment();
        System.out.println("wraps " + (adder.sum() == Long.MIN_VALUE));
    }
}
