// Stages of CompletableFutures hand one mutable object on; two branches meet in thenCombine.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class FutureChain {
    static class Draft {
        int version;
    }

    static Draft begin(int v) {
        Draft d = new Draft();
        d.version = v;
        return d;
    }

    static Draft revise(Draft d) {
        d.version *= 2;
        return d;
    }

    static Draft merge(Draft x, Draft y) {
        x.version += y.version;
        y.version = 0;
        return x;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletableFuture<Draft> a = CompletableFuture.supplyAsync(() -> begin(3), pool).thenApplyAsync(FutureChain::revise, pool);
        CompletableFuture<Draft> b = CompletableFuture.supplyAsync(() -> begin(4), pool).thenApply(FutureChain::revise);
        Draft d = a.thenCombine(b, FutureChain::merge).get();
        d.version++;
        pool.shutdown();
        System.out.println(d.version);
    }
}
