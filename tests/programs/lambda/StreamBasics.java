// Stream basics: map, filter, flatMap, sorted, distinct, limit, skip, peek, laziness, short circuiting, iterate.
import java.util.*;
import java.util.stream.*;
public class StreamBasics {
    static void p(Object o) { System.out.println(o); }
    public static void main(String[] args) {
        List<String> w = List.of("delta", "alpha", "charlie", "bravo", "echo", "alpha", "golf");
        p(w.stream().filter(s -> s.length() == 5).map(String::toUpperCase).toList());
        p(w.stream().sorted().distinct().skip(1).limit(3).collect(Collectors.toList()));
        p(w.stream().sorted(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder())).toList());
        p(w.stream().flatMap(s -> s.chars().mapToObj(c -> (char) c)).distinct().sorted().map(String::valueOf).collect(Collectors.joining()));
        StringBuilder log = new StringBuilder();
        p(w.stream().peek(s -> log.append("p").append(s.charAt(0))).filter(s -> s.contains("a")).peek(s -> log.append("f")).map(String::length).limit(2).toList() + " " + log);
        log.setLength(0);
        Stream<String> lazy = w.stream().peek(log::append);
        p("[" + log + "]");
        p(lazy.anyMatch(s -> s.startsWith("c")) + " " + log);
        p(w.stream().allMatch(s -> s.length() > 3) + " " + w.stream().noneMatch(String::isEmpty) + " " + w.stream().findFirst() + " "
            + w.stream().filter(s -> s.length() > 50).findAny() + " " + w.stream().count() + " " + w.stream().max(Comparator.naturalOrder())
            + w.stream().min(Comparator.comparing(String::length)));
        p(Stream.iterate(1, x -> x * 2).limit(12).toList() + " " + Stream.iterate(1, x -> x < 500, x -> x * 3).toList() + " "
            + Stream.generate(() -> "g").limit(3).toList());
        p(Stream.of(1, 2, 3, 10, 4, 1).takeWhile(x -> x < 5).toList() + " " + Stream.of(1, 2, 3, 10, 4, 1).dropWhile(x -> x < 5).toList());
        p(Stream.concat(Stream.of(1, 2), Stream.of(3)).map(x -> x * x).reduce(0, Integer::sum) + " " + Stream.of(5, 3, 8).reduce(Integer::max) + " "
            + Stream.<Integer>empty().reduce(Integer::sum) + " " + Stream.of("a", "bb", "ccc").reduce(0, (a, s) -> a + s.length(), Integer::sum));
        p(Arrays.toString(w.stream().mapToInt(String::length).toArray()) + Arrays.toString(w.stream().toArray(String[]::new))
            + w.stream().toArray().length);
        p(Stream.of(List.of(1, 2), List.of(3), List.<Integer>of()).flatMap(List::stream).map(x -> x + 1).toList() + " "
            + Stream.of(1, 2, 3).<Object>mapMulti((x, c) -> { for (int i = 0; i < x; i++) c.accept(x);
            }).toList() + " " + Stream.of(1, 2, 3).flatMapToInt(x -> IntStream.range(0, x)).sum());
        p(Stream.ofNullable(null).count() + " " + Stream.of((Object) null).toList() + " " + Stream.builder().add(1).add("b").build().toList() + " "
            + "a-b-c".chars().filter(c -> c != '-').mapToObj(Character::toString).toList() + " " + "x\ny".lines().toList() + " "
            + java.util.regex.Pattern.compile(",").splitAsStream("p,q").toList());
        Stream<Integer> used = Stream.of(1); used.count();
        try { used.count(); } catch (IllegalStateException e) { p(e.getMessage()); }
        try { Stream.of(1, 2).limit(-1); } catch (IllegalArgumentException e) { p(e.getMessage()); }
        try { w.stream().map(s -> s.charAt(4)).toList(); } catch (StringIndexOutOfBoundsException e) { p(e.getMessage()); }
        try { w.stream().toList().add("x"); } catch (UnsupportedOperationException e) { p(e); }
        try { new ArrayList<>(List.of(1, 2, 3)).stream().sorted((a, b) -> { throw new RuntimeException("cmp"); }).toList();
        } catch (RuntimeException e) { p(e.getMessage()); }
        List<Integer> src = new ArrayList<>(List.of(1, 2)); Stream<Integer> late = src.stream(); src.add(3); p(late.toList());
        try { src.stream().forEach(x -> src.add(x)); } catch (ConcurrentModificationException e) { p(e); }
        Iterator<Integer> it = Stream.of(1, 2, 3).map(x -> x * 10).iterator(); int s = 0; while (it.hasNext()) s += it.next(); p(s);
        try (Stream<String> c = Stream.of("x").onClose(() -> p("closed 1")).onClose(() -> p("closed 2"))) { p(c.toList()); }
        p(Stream.iterate(new int[]{0, 1}, f -> new int[]{f[1], f[0] + f[1]}).mapToInt(f -> f[0]).limit(15).boxed().toList());
        p(IntStream.rangeClosed(1, 30).filter(n -> IntStream.rangeClosed(2, (int) Math.sqrt(n)).noneMatch(d -> n % d == 0)).boxed().toList());
        List<List<Integer>> tri = IntStream.rangeClosed(1, 20).boxed().flatMap(a -> IntStream.rangeClosed(a,
            20).boxed().flatMap(b -> IntStream.rangeClosed(b, 20).filter(c -> a * a + b * b == c * c).mapToObj(c -> List.of(a, b, c)))).toList();
        p(tri);
        Map<String, Integer> m = new TreeMap<>(Map.of("x", 3, "y", 1, "z", 2));
        p(m.entrySet().stream().sorted(Map.Entry.comparingByValue()).map(Map.Entry::getKey).toList() + " "
            + m.values().stream().mapToInt(i -> i).max().getAsInt());
        Set<String> order = new LinkedHashSet<>(); w.stream().unordered().sequential().forEachOrdered(order::add);
        p(order + " " + w.stream().isParallel()); p(Stream.of(3, 1,
            2).sorted(Collections.reverseOrder()).map(String::valueOf).collect(Collectors.joining("<", "[", "]"))
                + Stream.of(1, 2, 3, 4).skip(10).toList() + Stream.of("b", "a").sorted(String::compareTo).findFirst().get());
    }
}
