// finds: 2
// fewer ends: workers are daemons, which the end of the guest cuts short anywhere
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A result of a fork/join pool is there in time or not. */
public class ForkInTime {
    public static void main(String[] args) throws Exception {
        ForkJoinTask<Integer> task = new ForkJoinPool(1).submit(() -> 1);
        int seen = 0;
        try {
            seen = task.get(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            seen = 2;
        }
        Outcome.is(seen);
    }
}
