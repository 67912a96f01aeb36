// finds: 2
// fewer ends: workers are daemons, which the end of the guest cuts short anywhere
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/** Who joins a task that fails gets its exception, or one made of it. */
public class ForkFails {
    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(1);
        ForkJoinTask<?> task = pool.submit(() -> { throw new IllegalStateException(); });
        boolean done = task.isCompletedAbnormally();
        try {
            task.join();
            Outcome.is(0);
        } catch (IllegalStateException e) {
            Outcome.is(e.getCause() == null ? 1 : done ? 2 : 3);
        } catch (RuntimeException e) {
            Outcome.is(done ? 4 : 5);
        }
    }
}
