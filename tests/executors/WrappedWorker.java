// finds: 2
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A thread that does more than a worker's work may find itself interrupted by the end of the pool. */
public class WrappedWorker {
    static volatile boolean interrupted;

    public static void main(String[] args) throws Exception {
        Thread[] made = new Thread[1];
        ExecutorService pool = Executors.newFixedThreadPool(1, task -> made[0] = new Thread(() -> {
            task.run();
            interrupted = Thread.interrupted();
        }));
        pool.submit(() -> 0).get();
        pool.shutdown();
        made[0].join();
        Outcome.is(interrupted ? 1 : 0);
    }
}
