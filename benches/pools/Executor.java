import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Tasks on a pool of threads: {@code Executor WORKERS TASKS}. */
public class Executor {
    static int sum;

    public static void main(String[] args) throws Exception {
        int workers = Integer.parseInt(args[0]);
        int tasks = Integer.parseInt(args[1]);
        ExecutorService pool = Executors.newFixedThreadPool(workers);
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            int number = i;
            results.add(pool.submit(() -> number));
        }
        for (Future<Integer> result : results) {
            sum += result.get();
        }
        pool.shutdown();
        System.out.println(sum);
    }
}
