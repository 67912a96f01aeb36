// java.util.Collections utilities: wrappers, algorithms, empty and singleton collections, checked collections.
import java.util.*;
public class Utilities {
    static void p(Object o) { System.out.println(o); }
    static void ex(String n, Runnable r) { try { r.run(); p(n + " ok"); } catch (RuntimeException e) {
            p(n + " " + e.getClass().getSimpleName() + " " + (e instanceof NullPointerException ? "" : e.getMessage()));
        } }
    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>(List.of(5, 3, 8, 1, 9, 2)); Collections.sort(l);
        p(l + " " + Collections.binarySearch(l, 8) + Collections.binarySearch(l, 4) + Collections.binarySearch(l, 100));
        Collections.reverse(l); p(l + " " + Collections.binarySearch(l, 3, Comparator.reverseOrder()));
        Collections.shuffle(l, new Random(42)); p(l); Collections.rotate(l, 2);
        p(l); Collections.rotate(l, -1); p(l); Collections.swap(l, 0, 5);
            p(l + " " + Collections.max(l) + Collections.min(l) + Collections.max(l, Comparator.reverseOrder()) + Collections.frequency(l, 3));
        List<String> f = new ArrayList<>(Collections.nCopies(4, "x")); Collections.fill(f, "z");
        p(f + " " + Collections.replaceAll(f, "z", "w") + f); Collections.addAll(f, "a", "b");
        Collections.copy(f, List.of("1", "2")); p(f + " " + Collections.indexOfSubList(List.of(1, 2, 3, 1, 2), List.of(1, 2))
            + Collections.lastIndexOfSubList(List.of(1, 2, 3, 1, 2), List.of(1, 2)) + Collections.disjoint(List.of(1), List.of(2))
            + Collections.disjoint(Set.of(1), List.of(1)));
        ex("copy", () -> Collections.copy(new ArrayList<>(), List.of(1))); ex("maxempty", () -> Collections.max(new ArrayList<Integer>()));
        List<Integer> ul = Collections.unmodifiableList(l); Map<String, Integer> um = Collections.unmodifiableMap(new TreeMap<>(Map.of("a", 1)));
        Set<Integer> us = Collections.unmodifiableSet(new TreeSet<>(l)); ex("ul", () -> ul.add(1));
        ex("ulit", () -> { Iterator<Integer> i = ul.iterator(); i.next(); i.remove(); });
        ex("um", () -> um.put("b", 2)); ex("ume", () -> um.entrySet().iterator().next().setValue(5));
        ex("us", () -> us.remove(1)); ex("ulsort", () -> ul.sort(null)); l.set(0, 777);
        p(ul.get(0) + " " + ul.equals(l) + um + us.contains(3) + Collections.unmodifiableSortedMap(new TreeMap<>(Map.of(2, 1, 1, 2))).firstKey()
            + Collections.unmodifiableNavigableSet(new TreeSet<>(Set.of(4, 5))).ceiling(5));
        p(Collections.emptyList() + "" + Collections.emptyMap() + Collections.emptySet() + Collections.singleton(1) + Collections.singletonList("s")
            + Collections.singletonMap("k", "v") + Collections.emptyIterator().hasNext() + Collections.emptySortedSet()
            + Collections.emptyNavigableMap());
        ex("el", () -> Collections.emptyList().get(0)); ex("sing", () -> Collections.singletonList(1).add(2));
        ex("sing2", () -> Collections.singleton(1).remove(1)); ex("ei", () -> Collections.emptyIterator().next());
        ex("emc", () -> Collections.emptyMap().computeIfAbsent("a", k -> 1));
        List raw = Collections.checkedList(new ArrayList<>(), String.class); raw.add("ok");
        ex("checked", () -> raw.add(1)); Map cm = Collections.checkedMap(new HashMap<>(), String.class, Integer.class);
        ex("cm", () -> cm.put("a", "b")); ex("cm2", () -> cm.put(1, 1)); p(raw + "" + cm);
        List<Integer> sl = Collections.synchronizedList(new ArrayList<>(List.of(1, 2)));
        sl.add(3); synchronized (sl) { int s = 0; for (int x : sl) s += x; p(s + "" + sl);
        } Map<Integer, Integer> sm = Collections.synchronizedMap(new TreeMap<>());
        sm.merge(1, 1, Integer::sum); sm.merge(1, 1, Integer::sum); p(sm); Set<String> fm = Collections.newSetFromMap(new LinkedHashMap<>());
        fm.add("b"); fm.add("a"); fm.add("b"); p(fm); Enumeration<Integer> en = Collections.enumeration(List.of(1, 2));
        p(Collections.list(en) + "" + en.hasMoreElements()); Iterator<Integer> ei = Collections.enumeration(List.of(7)).asIterator();
        p(ei.next());
        p(Collections.reverseOrder().compare("a", "b") + " " + Collections.nCopies(3, 0) + Collections.nCopies(0, 1)
            + Collections.nCopies(1000000, "big").size());
        ex("nc", () -> Collections.nCopies(-1, 0)); List<Integer> big = new ArrayList<>();
        for (int i = 0; i < 1000; i++) big.add(i); Collections.shuffle(big, new Random(7));
        p(big.hashCode()); Collections.sort(big, (a, b) -> a % 10 != b % 10 ? a % 10 - b % 10 : b - a);
        p(big.hashCode() + " " + big.subList(0, 3)); LinkedList<Integer> ll = new LinkedList<>(big);
        Collections.sort(ll); Collections.rotate(ll, 333); Collections.reverse(ll);
        p(ll.hashCode() + " " + Collections.binarySearch(new LinkedList<>(List.of(1, 3, 5)), 4));
        ex("badcmp", () -> { Random r = new Random(1); List<Integer> x = new ArrayList<>(big); Collections.sort(x, (a, b) -> r.nextInt(3) - 1);
            p("unstable accepted or rejected"); });
        ex("nullsort", () -> Collections.sort(Arrays.asList(1, null, 2)));
            ex("mixsort", () -> { try { Collections.sort((List) Arrays.asList(1, "a")); } catch (ClassCastException e) { p("CCE"); } });
    }
}
