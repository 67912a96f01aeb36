// Tasks of invokeAll write their own cells; the caller reads them when all are done.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class InvokeAll {
    static final int[] cells = new int[3];

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int me = i;
            tasks.add(() -> {
                cells[me] = me * me;
                return me;
            });
        }
        int sum = 0;
        for (Future<Integer> f : pool.invokeAll(tasks)) {
            sum += f.get();
        }
        for (int c : cells) {
            sum += c;
        }
        pool.shutdown();
        System.out.println(sum);
    }
}
