// ConcurrentHashMap bulk operations, key-set views, iteration during updates, resizing by many.
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

public class ChmBulk {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        Thread[] threads = new Thread[4];
        for (int t = 0; t < 4; t++) {
            final int id = t;
            threads[t] = new Thread(() -> {
                for (int k = 0; k < 100; k++) map.put(id * 100 + k, k);
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        System.out.println("size " + map.size());
        System.out.println("reduceValues " + map.reduceValues(1, Integer::sum));
        System.out.println("reduce max " + map.reduce(50, (k, v) -> k - v, Integer::max));
        System.out.println("keys to long " + map.reduceKeysToLong(10, k -> k, 0, Long::sum));
        System.out.println("search " + map.search(1, (k, v) -> k == 377 ? "found " + v : null));
        System.out.println("search none " + map.searchKeys(1, k -> k < 0 ? k : null));
        LongAdder adder = new LongAdder();
        map.forEach(1, (k, v) -> adder.add(v));
        map.forEachKey(1000, k -> adder.add(1));
        map.forEachEntry(1, e -> e.getValue() > 97 ? e.getKey() : null, k -> adder.add(1_000_000));
        System.out.println("forEach " + adder);
        map.replaceAll((k, v) -> v * 2);
        System.out.println("entries " + map.reduceEntries(1, e -> e.getValue() % 4 == 0 ? 1 : 0, Integer::sum));

        Set<String> set = ConcurrentHashMap.newKeySet();
        int[] added = new int[3];
        for (int t = 0; t < 3; t++) {
            final int id = t;
            threads[t] = new Thread(() -> {
                for (int k = 0; k < 50; k++) if (set.add("k" + k)) added[id]++;
            });
            threads[t].start();
        }
        for (int t = 0; t < 3; t++) threads[t].join();
        System.out.println("set " + set.size() + " added " + (added[0] + added[1] + added[2]));

        ConcurrentHashMap.KeySetView<Integer, Integer> view = map.keySet(-5);
        System.out.println(view.add(9999) + " " + map.get(9999) + " " + view.remove(9999) + " " + map.containsKey(9999));
        Thread remover = new Thread(() -> {
            for (int k = 0; k < 400; k += 2) map.remove(k);
        });
        remover.start();
        int odd = 0;
        for (Map.Entry<Integer, Integer> e : map.entrySet()) {
            if (e.getKey() % 2 == 1) odd++;
        }
        remover.join();
        System.out.println("weakly consistent iteration saw odd " + odd);
        map.values().removeIf(v -> v > 100);
        System.out.println("left " + map.size() + " " + map.containsValue(102) + " " + new TreeSet<>(map.keySet()).first());
        map.clear();
        System.out.println(map + " " + map.isEmpty());
    }
}
