// TreeMap and TreeSet: navigation, sub maps, descending views, poll, custom comparators, null handling.
import java.util.*;
public class TreeMaps {
    static void p(Object o) { System.out.println(o); }
    static void ex(Runnable r) { try { r.run(); p("ok"); } catch (RuntimeException e) {
            p(e.getClass().getSimpleName() + " " + (e instanceof NullPointerException || e instanceof ClassCastException ? "" : e.getMessage()));
        } }
    public static void main(String[] args) {
        TreeMap<Integer, String> m = new TreeMap<>(); for (int i = 0; i < 20; i += 2) m.put(i, "v" + i);
        for (int k : new int[]{-1, 0, 5, 6, 18, 30}) p(k + " " + m.floorKey(k) + " " + m.ceilingKey(k) + " " + m.lowerKey(k) + " " + m.higherKey(k)
            + " " + m.floorEntry(k) + m.ceilingEntry(k) + m.lowerEntry(k) + m.higherEntry(k));
        p(m.firstKey() + " " + m.lastKey() + " " + m.firstEntry() + m.lastEntry() + m.headMap(6) + m.headMap(6, true) + m.tailMap(14)
            + m.tailMap(14, false) + m.subMap(4, 10) + m.subMap(4, false, 10, true));
        p(m.descendingMap() + " " + m.descendingKeySet() + m.navigableKeySet().headSet(4));
        NavigableMap<Integer, String> sub = m.subMap(4, true, 12, true); sub.put(7, "seven");
        sub.remove(8); p(sub + " " + m.size() + " " + sub.firstKey() + sub.lastKey() + sub.floorKey(5) + sub.higherKey(12) + sub.lowerKey(4)
            + sub.descendingMap().headMap(7) + sub.size());
        ex(() -> sub.put(13, "x")); ex(() -> m.subMap(9, 2)); ex(() -> sub.subMap(1, 5));
        p(sub.pollFirstEntry() + "" + sub.pollLastEntry() + m); sub.clear(); p(m);
        NavigableMap<Integer, String> d = m.descendingMap(); p(d.firstKey() + " " + d.ceilingKey(15) + d.headMap(14, true) + d.tailMap(2));
        d.put(100, "c"); p(m.pollLastEntry() + " " + m.pollFirstEntry() + m); ex(() -> m.put(null, "x"));
        ex(() -> new TreeMap<>().firstKey()); ex(() -> ((Map) m).put("s", "x"));
        ex(() -> new TreeMap<Object, Integer>().put(new Object(), 1));
            p(new TreeMap<>().firstEntry() + " " + new TreeMap<>().pollFirstEntry() + new TreeSet<>().pollFirst());
        ex(() -> m.firstEntry().setValue("q"));
        TreeMap<String, Integer> ci = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        ci.put("Key", 1); ci.put("KEY", 2); ci.put("abc", 3);
            p(ci + " " + ci.get("kEy") + ci.containsKey("ABC") + (ci.comparator() == String.CASE_INSENSITIVE_ORDER)
                + new TreeMap<>(ci).comparator().equals(ci.comparator()));
        TreeMap<String, Integer> nf = new TreeMap<>(Comparator.nullsFirst(Comparator.naturalOrder()));
        nf.put(null, 0); nf.put("a", 1); p(nf + " " + nf.get(null));
        TreeSet<Integer> s = new TreeSet<>(List.of(5, 1, 9, 3, 7));
            p(s + " " + s.first() + s.last() + s.floor(4) + s.ceiling(4) + s.lower(5) + s.higher(5) + s.headSet(5) + s.tailSet(5) + s.subSet(2, 8)
                + s.descendingSet() + s.headSet(5, true) + s.tailSet(5, false) + s.subSet(1, false, 9, false));
        p(s.pollFirst() + " " + s.pollLast() + s); Iterator<Integer> it = s.descendingIterator();
        it.next(); it.remove(); p(s); ex(() -> s.subSet(2, 6).add(100));
            p(s.add(3) + " " + s.add(4) + s.remove(77) + s.equals(Set.of(3, 4, 5)) + s.containsAll(List.of(3)) + s.hashCode());
        TreeMap<Integer, Integer> r = new TreeMap<>(); int x = 12345; for (int i = 0; i < 3000; i++) {
            x = x * 1103515245 + 12345; int k = (x >>> 16) % 500; if ((x & 64) == 0) r.remove(k);
            else r.merge(k, 1, Integer::sum); } long h = 0; int prev = -1; boolean ord = true;
        for (Map.Entry<Integer, Integer> e : r.entrySet()) { h = h * 31 + e.getKey() * 7 + e.getValue();
            ord &= e.getKey() > prev; prev = e.getKey(); } p(r.size() + " " + h + " " + ord + " " + r.headMap(100).size() + " "
                + r.tailMap(400).size() + " " + r.subMap(100, 200).values().stream().mapToInt(i -> i).sum());
        SortedMap<Integer, Integer> hv = r.headMap(10); hv.entrySet().removeIf(e -> e.getKey() % 2 == 0);
        p(hv); r.keySet().removeIf(k -> k > 20); p(r.keySet() + " " + r.navigableKeySet().descendingSet().first());
        p(new TreeMap<>(Map.of(3, "c", 1, "a")).equals(Map.of(1, "a", 3, "c")) + " " + m.clone().equals(m));
        TreeMap<String, List<String>> ana = new TreeMap<>(); for (String w : "listen silent enlist google elbow below".split(" ")) {
            char[] c = w.toCharArray(); Arrays.sort(c); ana.computeIfAbsent(new String(c), k -> new ArrayList<>()).add(w);
        } p(ana);
    }
}
