// finds: 1
// fewer ends: workers are daemons, which the end of the guest cuts short anywhere
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/** A worker that waits otherwise: the library takes its own steps. */
public class ForkManaged {
    public static void main(String[] args) {
        Outcome.is(new ForkJoinPool(1).invoke(ForkJoinTask.adapt(() -> {
            ForkJoinTask<Integer> forked = ForkJoinTask.adapt(() -> 1).fork();
            return forked.join() + ForkJoinTask.getQueuedTaskCount();
        })));
    }
}
