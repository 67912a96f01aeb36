// finds: 2
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A task that waits for a task behind it, on the only worker there is. */
public class WaitsForItsOwn {
    static volatile Future<Integer> second;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<Integer> first = pool.submit(() -> {
            Future<Integer> other = second;
            return other == null ? 0 : other.get();
        });
        second = pool.submit(() -> 1);
        Outcome.is(first.get());
    }
}
