// finds: 3
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A pool that is stopped hands back what it has not begun and interrupts what it has. */
public class ShutDownNow {
    static volatile int seen;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> seen = Thread.currentThread().isInterrupted() ? 1 : 2);
        int left = pool.shutdownNow().size();
        Outcome.is(seen + left * 4);
    }
}
