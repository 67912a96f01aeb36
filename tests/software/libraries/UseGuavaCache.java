// Guava: a loading cache and listenable futures, from several threads.
// jars: guava.jar
// check: 2000
import com.google.common.cache.*;
import com.google.common.util.concurrent.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class UseGuavaCache {
    public static void main(String[] args) throws Exception {
        AtomicInteger loads = new AtomicInteger();
        LoadingCache<Integer, String> cache = CacheBuilder.newBuilder().maximumSize(10).concurrencyLevel(2).build(CacheLoader.from(key -> "v" + key + "." + loads.incrementAndGet() * 0));
        ListeningExecutorService pool = MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(2));
        List<ListenableFuture<String>> futures = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int key = i % 2;
            futures.add(pool.submit(() -> cache.get(key)));
        }
        System.out.println(Futures.allAsList(futures).get() + " " + loads.get() + " " + cache.size());
        SettableFuture<Integer> promise = SettableFuture.create();
        ListenableFuture<Integer> twice = Futures.transform(promise, n -> n * 2, MoreExecutors.directExecutor());
        pool.execute(() -> promise.set(21));
        System.out.println(twice.get());
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.SECONDS));
    }
}
