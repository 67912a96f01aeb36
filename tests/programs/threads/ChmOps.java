// ConcurrentHashMap: merge, compute, computeIfAbsent, putIfAbsent, replace under contention.
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

public class ChmOps {
    record Clash(int id) {
        @Override
        public int hashCode() {
            return id % 2;
        }
    }

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Integer, Integer> counts = new ConcurrentHashMap<>(2);
        ConcurrentHashMap<String, Integer> words = new ConcurrentHashMap<>();
        ConcurrentHashMap<Clash, Integer> clash = new ConcurrentHashMap<>();
        AtomicInteger made = new AtomicInteger();
        AtomicInteger firsts = new AtomicInteger();
        Thread[] threads = new Thread[4];
        for (int t = 0; t < 4; t++) {
            threads[t] = new Thread(() -> {
                for (int k = 0; k < 60; k++) {
                    counts.merge(k % 25, 1, Integer::sum);
                    words.compute("w" + k % 7, (key, v) -> v == null ? 1 : v + 1);
                    words.computeIfAbsent("once" + k % 5, key -> {
                        made.incrementAndGet();
                        return 100;
                    });
                    words.computeIfPresent("w0", (key, v) -> v + 1000);
                    if (counts.putIfAbsent(1000 + k, -1) == null) firsts.incrementAndGet();
                    clash.merge(new Clash(k % 20), 1, Integer::sum);
                    Integer old;
                    do {
                        old = counts.computeIfAbsent(-1, key -> 0);
                    } while (!counts.replace(-1, old, old + 1));
                }
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        System.out.println(new TreeMap<>(counts.entrySet().stream().filter(e -> e.getKey() < 1000)
            .collect(java.util.stream.Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue))));
        Map<String, Integer> sorted = new TreeMap<>(words);
        int w0 = sorted.remove("w0");
        System.out.println(sorted + " w0 " + w0 % 1000 + " " + (w0 > 200_000));
        System.out.println("made " + made + " firsts " + firsts + " size " + counts.size());
        System.out.println("clash " + clash.size() + " " + clash.values().stream().mapToInt(i -> i).sum() + " " + clash.get(new Clash(7)));
        System.out.println(counts.remove(1000, 5) + " " + counts.remove(1000, -1) + " " + counts.containsKey(1000) + " " + counts.mappingCount());
        System.out.println(words.merge("w1", 0, (a, b) -> null) + " " + words.getOrDefault("w1", -7) + " " + words.replace("w2", 3));
        for (Runnable bad : new Runnable[] {() -> words.put(null, 1), () -> words.put("x", null), () -> words.get(null)}) {
            try {
                bad.run();
                System.out.println("accepted");
            } catch (NullPointerException e) {
                System.out.println("null refused");
            }
        }
        try {
            words.computeIfAbsent("r", k -> words.computeIfAbsent("r", j -> 1));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
