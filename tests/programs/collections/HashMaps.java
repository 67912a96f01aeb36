// HashMap and LinkedHashMap: collisions, treeification, resize, views, access order, removeEldestEntry.
import java.util.*;
public class HashMaps {
    static void p(Object o) { System.out.println(o); }
    static final class K implements Comparable<K> { final int v; K(int v) {
            this.v = v; } @Override public int hashCode() { return v % 3; } @Override public boolean equals(Object o) {
            return o instanceof K k && k.v == v; } public int compareTo(K o) { return Integer.compare(v, o.v);
        } @Override public String toString() { return "K" + v; } }
    static final class N { final int v; N(int v) { this.v = v; } @Override public int hashCode() {
            return 7; } @Override public boolean equals(Object o) { return o instanceof N n && n.v == v;
        } }
    static class Lru<A, B> extends LinkedHashMap<A, B> { final int cap; Lru(int cap) {
            super(16, 0.75f, true); this.cap = cap; } @Override protected boolean removeEldestEntry(Map.Entry<A, B> e) {
            return size() > cap; } }
    public static void main(String[] args) {
        Map<K, Integer> m = new HashMap<>(); for (int i = 0; i < 300; i++) m.put(new K(i * 7 % 211), i);
        p(m.size() + " " + m.get(new K(70)) + " " + m.get(new K(999)) + " " + m.containsKey(new K(5)) + m.containsValue(17));
        long s = 0; for (Map.Entry<K, Integer> e : m.entrySet()) s += (long) e.getKey().v * e.getValue();
        p(s); for (int i = 0; i < 200; i++) m.remove(new K(i)); p(new TreeMap<>(m));
        Map<N, Integer> bad = new HashMap<>(); for (int i = 0; i < 40; i++) bad.put(new N(i), i);
        int ok = 0; for (int i = 0; i < 50; i++) if (bad.getOrDefault(new N(i), -1) == i) ok++;
        p(ok + " " + bad.size()); bad.keySet().removeIf(n -> n.v % 2 == 0); p(bad.size());
        Map<String, Integer> hm = new HashMap<>(); for (int i = 0; i < 20; i++) hm.put("key" + i, i);
        p(hm); hm.put(null, 5); hm.put("nv", null); p(hm.get(null) + " " + hm.containsKey("nv") + hm.get("nv") + hm.put(null, 6) + hm.remove(null)
            + hm.remove("none") + hm.size());
        p(hm.keySet()); p(hm.values()); Map<Integer, String> im = new HashMap<>();
        for (int i = 50; i > 0; i -= 3) im.put(i, "v"); p(im.keySet()); Set<Character> cs = new HashSet<>();
        for (char c : "the quick brown fox".toCharArray()) cs.add(c); p(cs);
            Set<Object> mixed = new HashSet<>(Arrays.asList(1, "a", 2.5, 'c', 10L, null, true));
        p(mixed); Set<String> ss = new HashSet<>(Arrays.asList("banana apple cherry date elderberry fig grape".split(" ")));
        p(ss);
        LinkedHashMap<String, Integer> lh = new LinkedHashMap<>(); for (String k : "z y x w".split(" ")) lh.put(k, k.charAt(0) - 'a');
        lh.put("y", 0); lh.remove("x"); lh.put("x", 1); p(lh + " " + lh.keySet() + lh.values());
        LinkedHashMap<String, Integer> ao = new LinkedHashMap<>(8, 0.75f, true);
        for (String k : "a b c d".split(" ")) ao.put(k, 1); ao.get("a"); ao.getOrDefault("c", 0);
        ao.putIfAbsent("b", 9); ao.containsKey("d"); p(ao); ao.compute("d", (k, v) -> v + 1);
        ao.merge("a", 1, Integer::sum); p(ao); Lru<Integer, String> lru = new Lru<>(3);
        for (int i = 0; i < 6; i++) { lru.put(i, "v" + i); lru.get(3); } p(lru + " " + lru.size());
        Set<Map.Entry<String, Integer>> es = lh.entrySet(); Map.Entry<String, Integer> first = es.iterator().next();
        first.setValue(-5); p(lh + " " + es.contains(Map.entry("z", -5)) + es.remove(Map.entry("y", 0)) + lh);
        lh.keySet().retainAll(Set.of("z", "w")); lh.values().remove(22); p(lh + "" + lh.equals(Map.of("z", -5)) + lh.hashCode());
        try { lh.keySet().add("q"); } catch (UnsupportedOperationException e) {
            p("UOE"); } try { new HashMap<>(-1); } catch (IllegalArgumentException e) {
            p(e.getMessage()); } try { new HashMap<>(1, Float.NaN); } catch (IllegalArgumentException e) {
            p(e.getMessage()); } Hashtable<String, Integer> ht = new Hashtable<>();
        ht.put("a", 1); ht.put("b", 2); ht.put("c", 3); p(ht + " " + ht.contains(2) + Collections.list(ht.keys()));
        try { ht.put(null, 1); } catch (NullPointerException e) { p("NPE"); } try {
            ht.put("k", null); } catch (NullPointerException e) { p("NPE"); } LinkedHashSet<Integer> ls = new LinkedHashSet<>(List.of(5, 3, 9));
        ls.add(3); ls.remove(5); ls.add(5); p(ls); Map<List<Integer>, String> lk = new HashMap<>();
        lk.put(List.of(1, 2), "x"); p(lk.get(Arrays.asList(1, 2)) + lk.get(List.of(2, 1)));
        HashMap<Integer, Integer> big = new HashMap<>(); for (int i = 0; i < 20000; i++) big.merge(i * 31 % 5000, 1, Integer::sum);
        p(big.size() + " " + big.get(77)); long h = 0; for (int k : big.keySet()) h = h * 31 + k;
        p(h);
    }
}
