// ConcurrentSkipListMap and ConcurrentSkipListSet: order and navigation after contended updates.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class SkipLists {
    public static void main(String[] args) throws Exception {
        ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>();
        ConcurrentSkipListSet<String> set = new ConcurrentSkipListSet<>(Comparator.reverseOrder());
        ConcurrentSkipListMap<String, Integer> counts = new ConcurrentSkipListMap<>();
        AtomicInteger added = new AtomicInteger();
        Thread[] threads = new Thread[4];
        for (int t = 0; t < 4; t++) {
            final int id = t;
            threads[t] = new Thread(() -> {
                for (int k = 0; k < 50; k++) {
                    map.put(k * 4 + id, "v" + id);
                    if (set.add("s" + k % 10)) added.incrementAndGet();
                    counts.merge("c" + k % 6, 1, Integer::sum);
                    if (k % 5 == 4) map.remove(k * 4 + id);
                }
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        System.out.println("size " + map.size() + " first " + map.firstEntry() + " last " + map.lastKey());
        int previous = -1;
        boolean sorted = true;
        for (int k : map.keySet()) {
            if (k <= previous) sorted = false;
            previous = k;
        }
        System.out.println("sorted " + sorted);
        System.out.println(set + " added " + added);
        System.out.println(counts);
        System.out.println(map.floorKey(19) + " " + map.ceilingKey(16) + " " + map.higherKey(100) + " " + map.lowerEntry(3));
        System.out.println(map.headMap(8) + " " + map.tailMap(190, true).size() + " " + map.subMap(40, 60).keySet());
        System.out.println(map.descendingMap().firstKey() + " " + set.first() + " " + set.headSet("s7"));

        AtomicInteger polled = new AtomicInteger();
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        for (int t = 0; t < 4; t++) {
            threads[t] = new Thread(() -> {
                int last = -1;
                for (Map.Entry<Integer, String> e; (e = map.pollFirstEntry()) != null; ) {
                    if (e.getKey() <= last) order.add(e.getKey());
                    last = e.getKey();
                    polled.incrementAndGet();
                }
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        System.out.println("polled " + polled + " out of order " + order + " empty " + map.isEmpty());
        System.out.println(set.pollFirst() + " " + set.pollLast() + " " + set.size());
    }
}
