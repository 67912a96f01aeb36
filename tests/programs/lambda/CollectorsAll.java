// Collectors: groupingBy, partitioningBy, joining, toMap, teeing, reducing, summarizing, custom collectors.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;
import static java.util.stream.Collectors.*;
public class CollectorsAll {
    record Emp(String name, String dept, int age, double pay) { }
    static final List<Emp> E = List.of(new Emp("Ann", "eng", 30, 100.5), new Emp("Bob", "ops", 45, 80), new Emp("Cid", "eng", 25, 120),
        new Emp("Dee", "hr", 50, 70.25), new Emp("Eve", "ops", 33, 95), new Emp("Fay", "eng", 41, 150));
    static void p(Object o) { System.out.println(o); }
    public static void main(String[] args) {
        p(E.stream().collect(groupingBy(Emp::dept, TreeMap::new, mapping(Emp::name, toList()))));
        p(E.stream().collect(groupingBy(Emp::dept, TreeMap::new, counting())) + " "
            + E.stream().collect(groupingBy(Emp::dept, TreeMap::new, averagingDouble(Emp::pay)))
            + E.stream().collect(groupingBy(Emp::dept, TreeMap::new, summingInt(Emp::age))));
        p(E.stream().collect(partitioningBy(e -> e.age() > 40, mapping(Emp::name, joining("/")))) + " "
            + E.stream().collect(partitioningBy(e -> e.age() > 400)).get(true) + " "
            + E.stream().collect(partitioningBy(e -> e.pay() > 90, counting())));
        p(E.stream().map(Emp::name).collect(joining()) + E.stream().map(Emp::name).collect(joining(","))
            + E.stream().map(Emp::name).collect(joining(",", "{", "}")) + Stream.<String>empty().collect(joining(",", "<", ">")));
        p(new TreeMap<>(E.stream().collect(toMap(Emp::name, Emp::age))) + " "
            + E.stream().collect(toMap(Emp::dept, Emp::pay, Double::sum, TreeMap::new)) + " "
            + E.stream().collect(toMap(Emp::dept, Emp::name, (a, b) -> a + "+" + b, LinkedHashMap::new)));
        try { E.stream().collect(toMap(Emp::dept, Emp::name)); } catch (IllegalStateException e) { p(e.getMessage()); }
        try { Stream.of("a").collect(toMap(x -> x, x -> null)); } catch (NullPointerException e) { p("NPE toMap"); }
        p(E.stream().collect(teeing(summingDouble(Emp::pay), counting(), (s, n) -> s / n)) + " "
            + E.stream().collect(teeing(minBy(Comparator.comparing(Emp::age)), maxBy(Comparator.comparing(Emp::age)), (a, b) -> a.get().name()
            + b.get().name())));
        p(E.stream().collect(summarizingInt(Emp::age)) + " " + E.stream().collect(summarizingDouble(Emp::pay)) + " "
            + E.stream().collect(summarizingLong(Emp::age)).getAverage());
        p(E.stream().collect(averagingInt(Emp::age)) + " " + E.stream().collect(averagingLong(Emp::age)) + " "
            + E.stream().collect(summingLong(Emp::age)) + " " + Stream.<Emp>empty().collect(averagingInt(Emp::age)));
        p(E.stream().map(Emp::age).collect(reducing(0, Integer::sum)) + " " + E.stream().collect(reducing(0.0, Emp::pay, Math::max)) + " "
            + E.stream().map(Emp::name).collect(reducing((a, b) -> b + a)));
        p(E.stream().collect(collectingAndThen(toList(), List::size)) + " " + E.stream().map(Emp::dept).collect(toCollection(TreeSet::new)) + " "
            + new TreeSet<>(E.stream().map(Emp::dept).collect(toSet())) + " " + E.stream().map(Emp::age).collect(toUnmodifiableList())
            + E.stream().map(Emp::dept).collect(toUnmodifiableSet()).size() + E.stream().collect(toUnmodifiableMap(Emp::name, Emp::age)).size());
        p(E.stream().collect(groupingBy(Emp::dept, TreeMap::new, filtering(e -> e.age() > 30, mapping(Emp::name, toList())))) + " "
            + E.stream().collect(groupingBy(Emp::dept, TreeMap::new,
            flatMapping(e -> e.name().chars().mapToObj(c -> (char) c), toCollection(TreeSet::new)))));
        p(E.stream().collect(groupingBy(Emp::dept, TreeMap::new, groupingBy(e -> e.age() / 10 * 10, TreeMap::new, mapping(Emp::name, toList())))));
        p(E.stream().collect(groupingBy(e -> e.name().charAt(0) < 'D' ? "early" : "late", () -> new TreeMap<String,
            String>(Comparator.reverseOrder()),
            collectingAndThen(maxBy(Comparator.comparingDouble(Emp::pay)), o -> o.map(Emp::name).orElse("-")))));
        Collector<String, StringJoiner, String> sj = Collector.of(() -> new StringJoiner("|", "^", "$"), StringJoiner::add, StringJoiner::merge,
            StringJoiner::toString);
        p(E.stream().map(Emp::name).collect(sj) + " " + sj.characteristics());
        Collector<Integer, int[], int[]> hist = Collector.of(() -> new int[5], (a, x) -> a[x % 5]++, (a, b) -> { for (int i = 0; i < 5;
            i++) a[i] += b[i]; return a; }, Collector.Characteristics.IDENTITY_FINISH);
        p(Arrays.toString(IntStream.range(0, 103).boxed().collect(hist))
            + Arrays.toString(IntStream.range(0, 10003).boxed().parallel().collect(hist)));
        p(Stream.of("x", "y").collect(ArrayList::new, ArrayList::add, ArrayList::addAll) + " "
            + Stream.of(1, 2, 3).collect(() -> new int[1], (a, x) -> a[0] += x, (a, b) -> a[0] += b[0])[0]);
        String text = "the cat and the dog and the bird"; Map<String,
            Long> freq = Arrays.stream(text.split(" ")).collect(groupingBy(Function.identity(), TreeMap::new, counting()));
        p(freq); p(freq.entrySet().stream().sorted(Map.Entry.<String,
            Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey())).limit(3).map(Object::toString).collect(joining("; ")));
        p(new TreeMap<>(Stream.of("apple", "avocado", "banana").collect(groupingBy(s -> s.charAt(0)))) + " "
            + new TreeMap<>(Stream.of(1, 2, 3, 4, 5, 6).collect(groupingByConcurrent(i -> i % 3, summingInt(i -> i)))) + " "
            + Stream.of("a", "b").collect(collectingAndThen(toList(), Collections::unmodifiableList)).getClass().getSimpleName().startsWith("Unmod"));
        try { Stream.of(1, 2).collect(groupingBy(x -> x == 2 ? null : x)); } catch (NullPointerException e) {
            p(e.getMessage()); } DoubleSummaryStatistics ds = new DoubleSummaryStatistics();
        ds.accept(1.5); ds.accept(-2); ds.combine(E.stream().mapToDouble(Emp::pay).summaryStatistics());
        p(ds.getCount() + " " + ds.getMin() + " " + ds.getMax() + " " + ds.getSum() + " " + ds.getAverage());
        p(new IntSummaryStatistics()); LongSummaryStatistics ls = LongStream.of(5, 6).summaryStatistics();
        p(ls);
    }
}
