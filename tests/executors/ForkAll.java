// finds: 1
// fewer ends: workers are daemons, which the end of the guest cuts short anywhere
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;

/** Two tasks at once. */
public class ForkAll {
    static class Add extends RecursiveAction {
        volatile int sum;

        @Override
        protected void compute() {
            sum = 1;
        }
    }

    public static void main(String[] args) {
        Add one = new Add();
        Add two = new Add();
        new ForkJoinPool(1).invoke(ForkJoinTask.adapt(() -> ForkJoinTask.invokeAll(one, two)));
        Outcome.is(one.sum + two.sum);
    }
}
