// finds: 2
// finds: too many steps
// fewer ends: workers are daemons, which the end of the guest cuts short anywhere
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/** A forked task is run by the one that joins it, or by another worker. */
public class ForkedAndJoined {
    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(2);
        int result = pool.invoke(ForkJoinTask.adapt(() -> {
            Thread me = Thread.currentThread();
            ForkJoinTask<Integer> forked = ForkJoinTask.adapt(() -> Thread.currentThread() == me ? 1 : 2).fork();
            return forked.join();
        }));
        Outcome.is(result);
    }
}
