// finds: 3
// finds: too many steps
// fewer ends: workers are daemons, which the end of the guest cuts short anywhere
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/** Two tasks are run by one worker or by two, in either order or at once. */
public class TwoSubmitted {
    static volatile int first;
    static volatile Thread runner;

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(2);
        ForkJoinTask<Integer> one = pool.submit(() -> {
            runner = Thread.currentThread();
            return first++;
        });
        ForkJoinTask<Integer> two = pool.submit(() -> (first++) + (runner == Thread.currentThread() ? 2 : 0));
        one.join();
        Outcome.is(two.join());
    }
}
