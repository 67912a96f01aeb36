// finds: 2
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** An interrupt that comes between two tasks is forgotten, one that comes while the second runs is not. */
public class LeakedWorker {
    static volatile Thread worker;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<?> first = pool.submit(() -> { worker = Thread.currentThread(); });
        first.get();
        Future<Boolean> second = pool.submit(() -> Thread.currentThread().isInterrupted());
        worker.interrupt();
        Outcome.is(second.get() ? 1 : 0);
    }
}
