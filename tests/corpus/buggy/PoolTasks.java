// Two tasks of a thread pool share a counter.
// expect race PoolTasks.done @done @done
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class PoolTasks {
    static int done;

    static void task() {
        done++; // @done
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> a = pool.submit(PoolTasks::task);
        Future<?> b = pool.submit(PoolTasks::task);
        a.get();
        b.get();
        pool.shutdown();
        System.out.println(done <= 2);
    }
}
