// Caffeine: an asynchronous cache, loads of threads that meet, eviction by size.
// jars: caffeine.jar jctools-core.jar
// check: 2000
import com.github.benmanes.caffeine.cache.*;
import java.util.concurrent.atomic.AtomicInteger;

public class UseCaffeine {
    public static void main(String[] args) throws Exception {
        AtomicInteger loads = new AtomicInteger();
        LoadingCache<String, Integer> cache = Caffeine.newBuilder().maximumSize(2).executor(Runnable::run).build(key -> {
            loads.incrementAndGet();
            return key.length();
        });
        Thread other = new Thread(() -> cache.get("abc"));
        other.start();
        System.out.println(cache.get("abc") + " " + cache.get("z"));
        other.join();
        System.out.println(loads.get() + " " + cache.getIfPresent("none"));
        for (int i = 0; i < 10; i++) {
            cache.put("k" + i, i);
        }
        cache.cleanUp();
        System.out.println(cache.estimatedSize());
    }
}
