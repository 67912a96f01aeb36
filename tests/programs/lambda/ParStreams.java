// Parallel streams with order-insensitive or order-preserving results.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class ParStreams {
    static void p(Object o) { System.out.println(o); }
    static boolean prime(int n) { if (n < 2) return false; for (int d = 2; d * d <= n; d++) if (n % d == 0) return false; return true; }
    public static void main(String[] args) throws Exception {
        p(IntStream.range(0, 100_000).parallel().sum());
        p(IntStream.range(0, 20_000).parallel().filter(ParStreams::prime).count());
        p(LongStream.rangeClosed(1, 50_000).parallel().map(x -> x * x).reduce(0, Long::sum));
        List<Integer> l = IntStream.range(0, 1000).boxed().collect(Collectors.toList());
        p(l.parallelStream().map(x -> x * 2).filter(x -> x % 3 == 0).collect(Collectors.toList()).hashCode());
        p(l.parallelStream().map(x -> x + 1).limit(5).toList() + " " + l.parallelStream().skip(995).toList() + " "
            + l.parallelStream().findFirst().get());
        p(l.parallelStream().sorted(Comparator.reverseOrder()).limit(3).toList() + " "
            + l.parallelStream().map(x -> x % 10).distinct().sorted().toList());
        p(l.parallelStream().mapToInt(x -> x).summaryStatistics() + " " + l.parallelStream().max(Comparator.naturalOrder()).get());
        Map<Integer, Long> g = l.parallelStream().collect(Collectors.groupingByConcurrent(x -> x % 4, Collectors.counting()));
        p(new TreeMap<>(g));
        p(new TreeMap<>(l.parallelStream().collect(Collectors.partitioningBy(x -> x > 900, Collectors.summingInt(x -> x)))));
        p(l.parallelStream().map(String::valueOf).collect(Collectors.joining()).length() + " "
            + l.parallelStream().limit(12).map(String::valueOf).collect(Collectors.joining("-")));
        AtomicInteger ai = new AtomicInteger(); LongAdder la = new LongAdder(); ConcurrentHashMap<Integer, Integer> chm = new ConcurrentHashMap<>();
        l.parallelStream().forEach(x -> { ai.addAndGet(x); la.increment(); chm.merge(x % 7, 1, Integer::sum); });
        p(ai.get() + " " + la.sum() + " " + new TreeMap<>(chm));
        StringBuffer ord = new StringBuffer(); l.parallelStream().limit(20).forEachOrdered(x -> ord.append(x).append(' ')); p(ord);
        p(l.parallelStream().anyMatch(x -> x == 777) + " " + l.parallelStream().allMatch(x -> x < 1000) + " "
            + l.parallelStream().noneMatch(x -> x < 0) + " " + l.parallelStream().filter(x -> x > 5000).findAny());
        int[] a = new int[5000]; Arrays.parallelSetAll(a, i -> (i * 7919) % 5003);
        Arrays.parallelSort(a); boolean sorted = true; for (int i = 1; i < a.length; i++) sorted &= a[i - 1] <= a[i];
        p(sorted + " " + a[0] + " " + a[4999]); long[] pre = LongStream.range(0, 10_000).toArray();
        Arrays.parallelPrefix(pre, Long::sum); p(pre[9999]);
        String[] ws = new String[9000]; Arrays.parallelSetAll(ws, i -> "k" + (i * 31 % 9001));
        Arrays.parallelSort(ws, Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        p(ws[0] + ws[4500] + ws[8999]);
        try { l.parallelStream().map(x -> { if (x == 500) throw new IllegalStateException("at " + x); return x; }).count();
            l.parallelStream().forEach(x -> { if (x == 500) throw new IllegalStateException("at " + x); });
            p("no"); } catch (IllegalStateException e) { p(e.getMessage()); }
        p(Stream.iterate(1, x -> x + 1).parallel().limit(100).reduce(0, Integer::sum) + " " + l.stream().parallel().sequential().isParallel()
            + l.parallelStream().isParallel());
        p(l.parallelStream().reduce(0, (x, y) -> Math.max(x, y), Math::max) + " "
            + l.parallelStream().collect(ArrayList::new, ArrayList::add, ArrayList::addAll).equals(l) + " "
            + new TreeSet<>(l).parallelStream().map(x -> x / 100).collect(Collectors.toCollection(TreeSet::new)));
        p(Arrays.toString(l.parallelStream().mapToInt(x -> x * x).toArray().length > 0 ? new int[]{1} : null) + " "
            + IntStream.range(0, 64).parallel().mapToObj(i -> i).collect(Collectors.toMap(i -> i % 8, i -> 1, Integer::sum)));
        ForkJoinPool pool = new ForkJoinPool(2); p(pool.submit(() -> IntStream.range(0, 1000).parallel().map(x -> x * 3).sum()).get());
        pool.shutdown(); p(DoubleStream.iterate(1, x -> x + 1).limit(100).parallel().map(Math::floor).sum());
        p(l.parallelStream().takeWhile(x -> x < 50).count() + " " + l.parallelStream().dropWhile(x -> x < 990).toList());
    }
}
