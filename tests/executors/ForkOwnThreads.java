// finds: 2
// fewer ends: workers are daemons, which the end of the guest cuts short anywhere
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/** Workers of the program's own making. */
public class ForkOwnThreads {
    static volatile int made;

    static class Worker extends ForkJoinWorkerThread {
        Worker(ForkJoinPool pool) {
            super(pool);
        }

        @Override
        protected void onStart() {
            made += 2;
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(1, p -> {
            made++;
            return new Worker(p);
        }, null, false);
        java.util.concurrent.ForkJoinTask<?> task = pool.submit(() -> {});
        int seen = made;
        task.join();
        Outcome.is(seen);
    }
}
