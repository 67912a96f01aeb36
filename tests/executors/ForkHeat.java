// finds: 2
// fewer ends: workers are daemons, which the end of the guest cuts short anywhere
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/** What a task writes is seen by who joins it, and is a dead heat with who does not wait. */
public class ForkHeat {
    static int value;
    static int other;

    public static void main(String[] args) {
        ForkJoinTask<?> task = new ForkJoinPool(1).submit(() -> {
            value = 1;
            other = 1;
        });
        int seen = value;
        task.join();
        Outcome.is(other + 1);
    }
}
