// Each value is computed once, by whoever comes first; the others wait for it (Goetz et al., Java Concurrency in Practice, 5.6).
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

public class Memoizer {
    static final ConcurrentMap<Integer, Future<int[]>> cache = new ConcurrentHashMap<>();

    static int[] square(int n) throws Exception {
        Future<int[]> known = cache.get(n);
        if (known == null) {
            FutureTask<int[]> task = new FutureTask<>(() -> new int[] {n * n});
            known = cache.putIfAbsent(n, task);
            if (known == null) {
                known = task;
                task.run();
            }
        }
        return known.get();
    }

    public static void main(String[] args) throws Exception {
        int[] seen = new int[1];
        Thread other = new Thread(() -> {
            try {
                seen[0] = square(3)[0];
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        other.start();
        int here = square(3)[0];
        other.join();
        System.out.println(here + " " + seen[0]);
    }
}
