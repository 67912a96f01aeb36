// Tasks of a pool give their results back by futures, and keep their state to themselves.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class PoolFutures {
    static class Work {
        int state;

        int run(int n) {
            for (int i = 0; i < n; i++) {
                state += i;
            }
            return state;
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Work x = new Work();
        Work y = new Work();
        Future<Integer> a = pool.submit(() -> x.run(3));
        Future<Integer> b = pool.submit(() -> y.run(4));
        int sum = a.get() + b.get();
        x.state += y.state;
        pool.shutdown();
        System.out.println(sum + " " + x.state);
    }
}
