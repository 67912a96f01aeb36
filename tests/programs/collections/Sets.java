// Sets: HashSet, LinkedHashSet, TreeSet, EnumSet, BitSet, set algebra, IdentityHashMap, WeakHashMap basics.
import java.util.*;
public class Sets {
    static void p(Object o) { System.out.println(o); }
    enum D { MON, TUE, WED, THU, FRI, SAT, SUN }
    enum Big { A0, A1, A2, A3, A4, A5, A6, A7, A8, A9, B0, B1, B2, B3, B4, B5, B6, B7, B8, B9, C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, D0, D1, D2, D3,
        D4, D5, D6, D7, D8, D9, E0, E1, E2, E3, E4, E5, E6, E7, E8, E9, F0, F1, F2, F3, F4, F5, F6, F7, F8, F9, G0, G1, G2, G3, G4, G5, G6, G7, G8,
            G9 }
    static <T> Set<T> sym(Set<T> a, Set<T> b) { Set<T> r = new TreeSet<>(a);
        r.addAll(b); Set<T> i = new TreeSet<>(a); i.retainAll(b); r.removeAll(i);
        return r; }
    public static void main(String[] args) {
        Set<Integer> a = new HashSet<>(List.of(1, 2, 3, 4)), b = new LinkedHashSet<>(List.of(6, 4, 3, 5));
        p(a.add(1) + " " + a.add(9) + a.remove(9) + a.contains(2) + a.containsAll(b) + a.equals(Set.of(4, 3, 2, 1)) + sym(a, b) + b);
        Set<Integer> u = new TreeSet<>(a); u.addAll(b); p(u); u.removeAll(List.of(1, 2));
        p(u.removeIf(x -> x == 6) + "" + u); try { Set.of(1, 1); } catch (IllegalArgumentException e) {
            p(e.getMessage()); } try { Set.of(1).add(2); } catch (UnsupportedOperationException e) {
            p(e.getMessage()); } p(new TreeSet<>(Set.copyOf(List.of(3, 3, 1))) + "" + Set.of().isEmpty() + Set.of(1, 2, 3).contains(2));
        EnumSet<D> we = EnumSet.of(D.SAT, D.SUN), wd = EnumSet.complementOf(we);
        p(we + "" + wd + EnumSet.range(D.TUE, D.THU) + EnumSet.noneOf(D.class) + EnumSet.allOf(D.class).size());
        wd.remove(D.WED); wd.add(D.SUN); wd.retainAll(EnumSet.of(D.MON, D.SUN, D.FRI));
        p(wd + " " + wd.contains(D.FRI) + wd.containsAll(we) + we.clone() + EnumSet.copyOf(List.of(D.FRI, D.MON)) + wd.iterator().next());
        try { EnumSet.copyOf(new ArrayList<D>()); } catch (IllegalArgumentException e) {
            p(e.getMessage()); } try { we.add(null); } catch (NullPointerException e) {
            p("NPE"); } EnumSet<Big> bg = EnumSet.range(Big.F5, Big.G5); bg.add(Big.A0);
        bg.removeIf(x -> x.ordinal() % 3 == 0); p(bg + " " + EnumSet.complementOf(bg).size() + bg.equals(EnumSet.copyOf(bg))
            + EnumSet.allOf(Big.class).size());
        EnumMap<Big, Integer> em = new EnumMap<>(Big.class); for (Big x : bg) em.put(x, x.ordinal());
        p(em);
        BitSet s = new BitSet(); s.set(1); s.set(5, 10); s.set(64); s.set(200);
        s.clear(7); s.flip(0, 3); p(s + " " + s.cardinality() + " " + s.length() + " " + s.size() + " " + s.get(5) + s.get(7) + s.get(9999) + " "
            + s.nextSetBit(10) + s.nextClearBit(5) + s.previousSetBit(63) + s.previousClearBit(9) + " " + s.nextSetBit(201));
        BitSet t = new BitSet(); t.set(0, 8); BitSet x = (BitSet) s.clone(); x.and(t);
        p(x); x = (BitSet) s.clone(); x.or(t); p(x); x.xor(t); p(x); x = (BitSet) s.clone();
        x.andNot(t); p(x + " " + s.intersects(t) + x.intersects(t) + s.hashCode() + Arrays.toString(t.toLongArray())
            + Arrays.toString(BitSet.valueOf(new long[]{5, 1}).toByteArray()) + s.get(4, 70) + s.equals(s.clone()) + x.isEmpty());
        try { s.set(-1); } catch (IndexOutOfBoundsException e) { p(e.getMessage());
        } try { s.set(5, 2); } catch (IndexOutOfBoundsException e) { p(e.getMessage());
        } BitSet sieve = new BitSet(1000); sieve.set(2, 1000);
            for (int i = 2; i * i < 1000; i++) if (sieve.get(i)) for (int j = i * i; j < 1000; j += i) sieve.clear(j);
        p(sieve.cardinality() + " " + sieve.previousSetBit(999) + " " + sieve.stream().limit(5).sum());
        s.clear(); p(s.isEmpty() + "" + s.length());
        IdentityHashMap<String, Integer> ih = new IdentityHashMap<>(); String k1 = new String("k"), k2 = new String("k");
        ih.put(k1, 1); ih.put(k2, 2); p(ih.size() + " " + ih.get(k1) + ih.get(k2) + ih.get("k") + ih.containsKey(k1) + ih.containsValue(2)
            + ih.remove(k1) + ih.size());
        Set<Object> ids = Collections.newSetFromMap(new IdentityHashMap<>()); for (int i = 0; i < 5; i++) ids.add(new String("dup"));
        ids.add(1); ids.add(1); p(ids.size()); for (int i = 0; i < 100; i++) ih.put("x" + i, i);
        int sum = 0; for (int v : ih.values()) sum += v; p(sum); WeakHashMap<Object, String> wm = new WeakHashMap<>();
        List<Object> keep = new ArrayList<>(); for (int i = 0; i < 5; i++) { Object k = "key" + i;
            keep.add(k); wm.put(k, "v" + i); } p(wm.size() + wm.get("key3") + wm.containsKey("key0") + wm.remove("key0") + wm.size()
                + new TreeMap<>((Map) wm) + keep.size());
        wm.put(null, "n"); p(wm.get(null)); TreeSet<String> ts = new TreeSet<>(Comparator.comparing(String::length));
        p(ts.add("aa") + "" + ts.add("bb") + ts.add("c") + ts + ts.contains("zz"));
        Set<List<Integer>> sl = new HashSet<>(); List<Integer> mut = new ArrayList<>(List.of(1));
        sl.add(mut); mut.add(2); p(sl.contains(mut) + "" + sl.contains(List.of(1)) + sl.size());
        Set<Integer> cow = new java.util.concurrent.CopyOnWriteArraySet<>(List.of(3, 1, 3));
        for (int v : cow) cow.add(v + 10); p(cow); var sk = new java.util.concurrent.ConcurrentSkipListSet<>(List.of(5, 2, 8));
        p(sk + "" + sk.ceiling(3) + sk.descendingSet() + sk.headSet(5, true));
            p(new java.util.concurrent.ConcurrentSkipListMap<>(Map.of(2, "b", 1, "a")).firstEntry());
    }
}
