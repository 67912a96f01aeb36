// finds: 3
// fewer ends: workers are daemons, which the end of the guest cuts short anywhere
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/** A thread that waits for a result is interrupted before, meanwhile or too late. */
public class ForkInterrupted {
    public static void main(String[] args) throws Exception {
        Thread me = Thread.currentThread();
        new Thread(me::interrupt).start();
        ForkJoinTask<Integer> task = new ForkJoinPool(1).submit(() -> 1);
        int seen = 0;
        try {
            seen = task.get();
        } catch (InterruptedException e) {
            seen = 2;
        }
        Outcome.is(seen + (Thread.currentThread().isInterrupted() ? 4 : 0));
    }
}
