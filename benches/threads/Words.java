// Four threads count words in a ConcurrentHashMap.
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

public class Words {
    static final int WORDS = 40_000;
    static final int DIFFERENT = 5_000;
    static final ConcurrentHashMap<Integer, AtomicInteger> counts = new ConcurrentHashMap<>();

    static void count(int seed) {
        int x = seed * 7919 + 1;
        for (int i = 0; i < WORDS; i++) {
            x = x * 1103515245 + 12345;
            Integer word = (x >>> 8) % DIFFERENT;
            AtomicInteger count = counts.get(word);
            if (count == null) {
                AtomicInteger fresh = new AtomicInteger();
                count = counts.putIfAbsent(word, fresh);
                if (count == null) {
                    count = fresh;
                }
            }
            count.incrementAndGet();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            int seed = t;
            threads[t] = new Thread(() -> count(seed));
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        int sum = 0;
        for (AtomicInteger count : counts.values()) {
            sum += count.get();
        }
        System.out.println(counts.size() + " " + sum);
    }
}
