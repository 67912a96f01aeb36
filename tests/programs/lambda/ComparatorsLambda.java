// Comparator factories and chains with lambdas, Map default methods, Iterator/List default methods, replaceAll.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;
public class ComparatorsLambda {
    record P(String n, Integer a, double w) { }
    static void p(Object o) { System.out.println(o); }
    static String names(List<P> l, Comparator<? super P> c) { return l.stream().sorted(c).map(P::n).collect(Collectors.joining(" ")); }
    public static void main(String[] args) {
        List<P> l = List.of(new P("bob", 30, 1.5), new P("al", 25, 2.5), new P("cy", 30, 0.5), new P("di", 25, 2.5), new P("Ed", 41, -0.0));
        p(names(l, Comparator.comparing(P::n)) + " | " + names(l, Comparator.comparing(P::a).thenComparing(P::n, Comparator.reverseOrder())) + " | "
            + names(l, Comparator.comparingInt(P::a).reversed().thenComparingDouble(P::w)) + " | "
            + names(l, Comparator.comparing(P::n, String.CASE_INSENSITIVE_ORDER)) + " | "
            + names(l, Comparator.comparingDouble(P::w).thenComparingInt(P::a).thenComparing(P::n)) + " | "
            + names(l, Collections.reverseOrder(Comparator.comparing(P::n))) + " | " + names(l, Comparator.comparingLong(x -> -x.a())));
        List<String> ns = new ArrayList<>(Arrays.asList("b", null, "a", null, "c"));
        ns.sort(Comparator.nullsFirst(Comparator.naturalOrder())); p(ns); ns.sort(Comparator.nullsLast(Comparator.reverseOrder()));
        p(ns); try { ns.sort(null); } catch (NullPointerException e) { p("NPE sort");
        }
        p(l.stream().max(Comparator.comparing(P::w)).get() + " " + l.stream().min(Comparator.comparing(P::a).thenComparing(P::n)).get().n() + " "
            + Comparator.<Integer>naturalOrder().reversed().compare(1, 2) + " "
            + (Comparator.naturalOrder().reversed() == Comparator.reverseOrder()));
        Map<String, Integer> m = new TreeMap<>(Map.of("a", 1, "b", 2, "c", 3));
        m.replaceAll((k, v) -> v * 10); m.computeIfPresent("a", (k, v) -> null);
        m.computeIfAbsent("d", String::length); m.compute("e", (k, v) -> v == null ? -1 : v);
        m.merge("b", 5, Integer::sum); m.merge("c", 0, (x, y) -> null); m.putIfAbsent("b", 99);
        p(m + " " + m.getOrDefault("zz", 7)); m.forEach((k, v) -> System.out.print(k + v + ";"));
        p(m.replace("b", 1) + " " + m.replace("b", 1, 2) + m.replace("nope", 1) + m.remove("b", 5) + m.remove("b", 2) + m);
        List<Integer> li = IntStream.range(0, 10).boxed().collect(Collectors.toCollection(ArrayList::new));
        p(li.removeIf(x -> x % 3 == 0) + " " + li); li.replaceAll(x -> x * x); p(li);
        ListIterator<Integer> it = li.listIterator(); while (it.hasNext()) { int x = it.next();
            if (x == 16) it.set(-16); if (x == 4) it.remove(); if (x == 25) it.add(26);
        } p(li); it.forEachRemaining(x -> { }); Iterator<Integer> rest = li.iterator();
        rest.next(); StringBuilder sb = new StringBuilder(); rest.forEachRemaining(x -> sb.append(x).append(','));
        p(sb); li.forEach(x -> System.out.print(x % 5 + " ")); p("");
        Map<Boolean, Map<Integer, List<String>>> deep = l.stream().collect(Collectors.partitioningBy(x -> x.w() > 1,
            Collectors.groupingBy(P::a, TreeMap::new, Collectors.mapping(P::n, Collectors.toList()))));
        p(deep); Map<String, Map<String, Integer>> nest = new TreeMap<>();
            for (String s : "x:a x:b y:a x:a".split(" ")) nest.computeIfAbsent(s.split(":")[0], k -> new TreeMap<>()).merge(s.split(":")[1], 1,
                Integer::sum);
        p(nest);
        PriorityQueue<P> pq = new PriorityQueue<>(Comparator.comparingDouble(P::w).thenComparing(P::n));
        pq.addAll(l); StringBuilder o = new StringBuilder(); while (!pq.isEmpty()) o.append(pq.poll().n()).append(' ');
        p(o); TreeMap<String, Integer> byLen = new TreeMap<>(Comparator.comparingInt(String::length));
        for (String s : List.of("one", "three", "two", "four")) byLen.put(s, s.length());
        p(byLen); Integer[] arr = {5, 3, 9, 1}; Arrays.sort(arr, (x, y) -> y - x);
        p(Arrays.toString(arr)); String[] words = "the quick brown fox".split(" ");
        Arrays.sort(words, Comparator.comparing((String s) -> s.charAt(s.length() - 1)).thenComparing(Comparator.naturalOrder()));
        p(String.join(",", words)); p(Collections.max(List.of("a", "ccc", "bb"), Comparator.comparing(String::length))
            + Collections.min(List.of(3, 1, 2), Collections.reverseOrder()));
        try { m.computeIfAbsent("q", k -> { throw new IllegalStateException("in compute"); });
        } catch (IllegalStateException e) { p(e.getMessage() + m.containsKey("q"));
        } try { new HashMap<>(Map.of(1, 1)).forEach((k, v) -> { throw new RuntimeException("fe" + k); });
        } catch (RuntimeException e) { p(e.getMessage()); } HashMap<Integer, Integer> hm = new HashMap<>();
        try { hm.computeIfAbsent(1, k -> { hm.put(2, 2); return 3; }); p("no cme");
        } catch (ConcurrentModificationException e) { p("CME"); } Map.Entry<String, Integer> en = Map.entry("k", 1);
        p(en + " " + Map.Entry.<String, Integer>comparingByKey(Comparator.<String>reverseOrder()).compare(en, Map.entry("a", 2)) + " "
            + new AbstractMap.SimpleEntry<>("x", 5).setValue(6));
        BinaryOperator<UnaryOperator<Integer>> comp = (f, g) -> x -> g.apply(f.apply(x));
        p(Stream.<UnaryOperator<Integer>>of(x -> x + 1, x -> x * 10, x -> x - 3).reduce(UnaryOperator.identity(), comp).apply(4));
    }
}
