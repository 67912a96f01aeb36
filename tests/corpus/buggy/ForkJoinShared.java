// The two halves of a recursive action add to one static total. The barrier makes sure that two workers do them.
// expect race ForkJoinShared.total @add @add
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class ForkJoinShared {
    static final CyclicBarrier both = new CyclicBarrier(2);
    static int total;

    static class Half extends RecursiveAction {
        final int n;

        Half(int n) {
            this.n = n;
        }

        @Override
        protected void compute() {
            if (n > 1) {
                Half left = new Half(n / 2);
                left.fork();
                new Half(n / 2).compute();
                left.join();
                return;
            }
            try {
                both.await();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            total += n; // @add
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.invoke(new Half(2));
        pool.shutdown();
        System.out.println(total <= 2);
    }
}
