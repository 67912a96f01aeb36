// finds: 3
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A second task is handed to the first one's thread if that waits by then, and else gets a thread of its own. */
public class HandedOver {
    static volatile Thread first;
    static volatile int second;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newCachedThreadPool();
        pool.execute(() -> first = Thread.currentThread());
        while (first == null) {
            Thread.onSpinWait();
        }
        pool.execute(() -> second = first == Thread.currentThread() ? 1 : 2);
        Outcome.is(second);
    }
}
