// finds: 3
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A worker whose task fails is replaced. */
public class TaskFails {
    static volatile int seen;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> {
            throw new IllegalStateException();
        });
        pool.execute(() -> seen = Thread.currentThread().getName().endsWith("2") ? 1 : 2);
        Outcome.is(seen);
    }
}
