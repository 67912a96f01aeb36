// Collections.synchronizedList/Map/Set wrappers shared by threads, iterated under their lock.
import java.util.*;

public class SyncCollections {
    public static void main(String[] args) throws Exception {
        List<Integer> list = Collections.synchronizedList(new ArrayList<>());
        Map<String, Integer> map = Collections.synchronizedMap(new HashMap<>());
        Set<Integer> set = Collections.synchronizedSet(new LinkedHashSet<>());
        SortedMap<Integer, String> sorted = Collections.synchronizedSortedMap(new TreeMap<>());
        Collection<Integer> bag = Collections.synchronizedCollection(new ArrayDeque<>());
        Thread[] threads = new Thread[4];
        boolean[] bad = new boolean[4];
        for (int t = 0; t < 4; t++) {
            final int id = t;
            threads[t] = new Thread(() -> {
                for (int k = 0; k < 40; k++) {
                    list.add(id * 40 + k);
                    map.merge("k" + k % 8, 1, Integer::sum);
                    set.add(k % 15);
                    sorted.putIfAbsent(k % 6, "v" + k % 6);
                    bag.add(k);
                    if (k % 10 == 0) {
                        synchronized (list) {
                            int before = list.size();
                            int n = 0;
                            for (Integer ignored : list) n++;
                            if (n != before) bad[id] = true;
                        }
                        synchronized (map) {
                            int sum = 0;
                            for (int v : map.values()) sum += v;
                            if (sum < k) bad[id] = true;
                        }
                    }
                }
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        List<Integer> copy = new ArrayList<>(list);
        Collections.sort(copy);
        System.out.println(copy.size() + " " + copy.get(0) + " " + copy.get(159) + " " + bad[0] + bad[1] + bad[2] + bad[3]);
        System.out.println(new TreeMap<>(map));
        System.out.println(new TreeSet<>(set) + " " + set.size());
        System.out.println(sorted + " " + sorted.headMap(2) + " " + bag.size());
        Iterator<Integer> stale = list.iterator();
        Thread modifier = new Thread(() -> list.add(-1));
        modifier.start();
        modifier.join();
        try {
            stale.next();
            System.out.println("not noticed");
        } catch (ConcurrentModificationException e) {
            System.out.println("fail-fast " + e.getMessage());
        }
        synchronized (list) {
            list.removeIf(v -> v >= 0);
        }
        System.out.println(list + " " + map.computeIfAbsent("new", k -> 1) + " " + map.remove("new"));
    }
}
