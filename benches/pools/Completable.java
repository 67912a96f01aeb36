import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Stages that depend on each other, on a pool of threads: {@code Completable WORKERS STAGES}. */
public class Completable {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(Integer.parseInt(args[0]));
        CompletableFuture<Integer> sum = CompletableFuture.completedFuture(0);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            int number = i;
            sum = sum.thenCombine(CompletableFuture.supplyAsync(() -> number, pool), Integer::sum);
        }
        System.out.println(sum.join());
        pool.shutdown();
    }
}
