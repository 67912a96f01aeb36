// Immutable collections List.of, Set.of, Map.of (sorted before printing), copies, entries, duplicates, nulls.
import java.util.*;
import java.util.stream.*;
public class Immutables {
    static void p(Object o) { System.out.println(o); }
    static void ex(String n, Runnable r) { try { r.run(); p(n + " ok"); } catch (RuntimeException e) {
            p(n + " " + e.getClass().getSimpleName() + " " + (e instanceof NullPointerException ? "" : e.getMessage()));
        } }
    public static void main(String[] args) {
        List<String> l0 = List.of(), l1 = List.of("a"), l2 = List.of("a", "b"), l5 = List.of("a", "b", "c", "d", "e"),
            la = List.of(new String[]{"x", "y"});
        p(l0 + "" + l1 + l2 + l5 + la + l5.size() + l5.get(3) + l5.indexOf("c") + l5.lastIndexOf("z") + l5.contains("e") + l5.subList(1, 3)
            + l5.hashCode() + l2.equals(Arrays.asList("a", "b")) + l0.isEmpty());
        ex("get", () -> l2.get(2)); ex("get1", () -> l1.get(-1)); ex("add", () -> l1.add("q"));
        ex("rem", () -> l5.remove("a")); ex("clear", () -> l0.clear()); ex("null", () -> List.of("a", null));
        ex("containsnull", () -> l2.contains(null)); ex("sort", () -> l5.sort(null));
        ex("it", () -> { Iterator<String> i = l2.iterator(); i.next(); i.next(); i.next(); });
        ex("itrem", () -> { Iterator<String> i = l2.iterator(); i.next(); i.remove(); });
        ex("lit", () -> l5.listIterator(3).set("z")); ex("replaceAll", () -> l5.replaceAll(x -> x));
        ex("idxnull", () -> l5.indexOf(null)); ex("arr", () -> List.of((Object[]) null));
        StringBuilder sb = new StringBuilder(); for (ListIterator<String> it = l5.listIterator(5); it.hasPrevious();
            ) sb.append(it.previousIndex()).append(it.previous());
        p(sb); p(Arrays.toString(l5.toArray(new String[7])) + l5.stream().collect(Collectors.joining()) + List.copyOf(new ArrayList<>(l2))
            + (List.copyOf(l5) == l5) + Stream.of(1, null).toList());
        Set<Integer> s = Set.of(5, 1, 4, 2, 3, 9, 8, 7, 6, 10, 11, 12);
            p(new TreeSet<>(s) + "" + s.size() + s.contains(7) + s.contains(70) + s.hashCode() + s.equals(new HashSet<>(s))
                + Set.of(1).equals(Set.of(1)) + Set.of(1, 2).hashCode());
        ex("sdup", () -> Set.of(1, 2, 1)); ex("sdup2", () -> Set.of("q", "q"));
        ex("snull", () -> Set.of(1, null)); ex("scn", () -> Set.of(1, 2).contains(null));
        ex("sadd", () -> s.add(1)); ex("siter", () -> Set.of(1).iterator().remove());
        p(Set.copyOf(Arrays.asList(1, 1, 1)) + "" + (Set.copyOf(s) == s) + Set.of(new Integer[]{7}) + s.stream().mapToInt(i -> i).sum());
        Map<String, Integer> m = Map.of("one", 1, "two", 2, "three", 3);
            p(new TreeMap<>(m) + "" + m.size() + m.get("two") + m.get("zip") + m.containsKey("one") + m.containsValue(3) + m.hashCode()
                + m.equals(new HashMap<>(m)) + m.getOrDefault("q", -1) + new TreeSet<>(m.keySet()) + m.values().stream().mapToInt(i -> i).sum());
        ex("mput", () -> m.put("a", 1)); ex("mdup", () -> Map.of("a", 1, "a", 2));
        ex("mnull", () -> Map.of("a", null)); ex("mgetnull", () -> m.get(null));
        ex("mcompute", () -> m.computeIfAbsent("one", k -> 5)); ex("mmerge", () -> m.merge("one", 1, Integer::sum));
        ex("mset", () -> m.entrySet().iterator().next().setValue(9)); ex("mrem", () -> m.keySet().remove("one"));
        ex("ment", () -> Map.ofEntries(Map.entry("a", 1), Map.entry("a", 2))); ex("entnull", () -> Map.entry(null, 1));
        ex("entset", () -> Map.entry(1, 2).setValue(3));
        Map<Integer, String> big = Map.ofEntries(IntStream.range(0, 50).mapToObj(i -> Map.entry(i, "v" + i)).toArray(Map.Entry[]::new));
        p(big.size() + big.get(33) + big.containsKey(50) + big.entrySet().contains(Map.entry(3, "v3")));
        p(Map.copyOf(new TreeMap<>(Map.of(1, 2))) + "" + Map.of(1, "x") + Map.of() + Map.entry("k", 1)
            + Map.entry("k", 1).equals(new AbstractMap.SimpleEntry<>("k", 1)) + new AbstractMap.SimpleImmutableEntry<>("i", 2)
            + (Map.copyOf(m) == m));
        long h = 0; for (int k : new TreeSet<>(big.keySet())) h = h * 31 + k; p(h);
        List<List<Integer>> nested = List.of(List.of(1), List.of(2, 3), List.of());
        p(nested + "" + nested.hashCode() + nested.stream().flatMap(List::stream).toList() + nested.contains(List.of(1)));
        record Pt(int x, int y) { } p(List.of(new Pt(1, 2)).contains(new Pt(1, 2)) + "" + Set.of(new Pt(1, 2), new Pt(2, 1)).contains(new Pt(2, 1))
            + Map.of(new Pt(0, 0), "o").get(new Pt(0, 0)));
        List<Integer> un = Collections.unmodifiableList(new ArrayList<>(List.of(1)));
        ex("copy", () -> List.copyOf(Arrays.asList(1, null)));
            p(un.equals(List.of(1)) + "" + List.of(1).equals(un) + ((Object) l0 == List.of()) + (Set.of() == Set.of()) + (Map.of() == Map.of()));
        List<Integer> vals = new ArrayList<>(Stream.of(3, 1, 2).collect(Collectors.toUnmodifiableList()));
        vals.add(0); p(vals);
    }
}
