// A parallel stream with a side effect. The barrier only makes sure that two threads share the work.
// expect race ParallelSum.sum @add @add
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;

public class ParallelSum {
    static final CyclicBarrier both = new CyclicBarrier(2);
    static int sum;

    static void visit(int i) {
        try {
            both.await();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        sum += i; // @add
    }

    public static void main(String[] args) {
        IntStream.range(1, 3).parallel().forEach(ParallelSum::visit);
        System.out.println(sum <= 3);
    }
}
