// Two asynchronous stages of CompletableFutures write to one field; only their results are combined safely.
// expect race FutureStages.hits @left @right
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class FutureStages {
    static int hits;

    static int left() {
        hits += 1; // @left
        return 3;
    }

    static int right() {
        hits += 2; // @right
        return 4;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletableFuture<Integer> a = CompletableFuture.supplyAsync(FutureStages::left, pool);
        CompletableFuture<Integer> b = CompletableFuture.supplyAsync(FutureStages::right, pool);
        int sum = a.thenCombine(b, Integer::sum).get();
        pool.shutdown();
        System.out.println(sum);
    }
}
