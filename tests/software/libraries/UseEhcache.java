// Ehcache: a cache of a manager, eviction by size, listeners, threads.
// jars: ehcache-core.jar slf4j-api.jar slf4j-nop.jar geronimo-jta-1.2-spec.jar
// check: 200
import net.sf.ehcache.*;
import net.sf.ehcache.config.*;

public class UseEhcache {
    public static void main(String[] args) throws Exception {
        System.setProperty("net.sf.ehcache.skipUpdateCheck", "true");
        CacheManager manager = CacheManager.create(new Configuration().name("m").updateCheck(false));
        Cache cache = new Cache(new CacheConfiguration("c", 2).eternal(true).overflowToDisk(false).statistics(false));
        manager.addCache(cache);
        Thread[] threads = new Thread[2];
        for (int t = 0; t < threads.length; t++) {
            int number = t;
            threads[t] = new Thread(() -> {
                cache.put(new Element("k" + number, number));
                cache.putIfAbsent(new Element("both", 1));
            });
            threads[t].start();
            threads[t].join();
        }
        System.out.println(cache.getSize() <= 3);
        cache.removeAll();
        cache.put(new Element("x", 5));
        System.out.println(cache.get("x").getObjectValue() + " " + cache.get("y") + " " + cache.getSize());
        manager.shutdown();
        System.out.println(manager.getStatus());
    }
}
