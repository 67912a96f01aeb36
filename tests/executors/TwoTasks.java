// finds: 3
// fewer ends: the library links what it calls in the thread that comes first
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Two tasks on two workers come in any order. */
public class TwoTasks {
    static volatile int last;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> one = pool.submit(() -> last = 1);
        Future<?> two = pool.submit(() -> last = 2);
        one.get();
        int seen = last;
        two.get();
        Outcome.is(seen + (last == 1 ? 4 : 0));
    }
}
