// IntStream, LongStream, DoubleStream: ranges, sums, boxed, statistics, conversions, iterators, flatMap.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;
public class PrimitiveStreams {
    static void p(Object o) { System.out.println(o); }
    public static void main(String[] args) {
        p(IntStream.range(0, 10).sum() + " " + IntStream.rangeClosed(1, 10).average() + " " + IntStream.empty().average() + " "
            + IntStream.of(3, 1, 2).max() + IntStream.of(3, 1, 2).min() + IntStream.empty().max() + " " + IntStream.range(5, 5).count()
            + IntStream.range(9, 1).count());
        p(IntStream.rangeClosed(1, 5).reduce(1, (a, b) -> a * b) + " " + IntStream.rangeClosed(1, 5).reduce(Integer::sum) + " "
            + IntStream.range(0, 100).filter(x -> x % 7 == 0).mapToObj(Integer::toString).collect(Collectors.joining(",")));
        p(IntStream.of(5, 3, 5, 1).sorted().distinct().boxed().toList() + " " + Arrays.toString(IntStream.iterate(1, x -> x * 3).limit(6).toArray())
            + Arrays.toString(IntStream.iterate(100, x -> x > 3, x -> x / 2).toArray()));
        p(IntStream.range(0, 5).summaryStatistics()); p(LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b) + " "
            + LongStream.of(1, 2).mapToInt(x -> (int) x).sum() + " " + LongStream.range(0, 1_000_000).sum() + " "
            + LongStream.iterate(1, x -> x << 4).limit(10).boxed().toList());
        p(DoubleStream.of(1.5, 2.5, 3).sum() + " " + DoubleStream.of(1, 2, 4).average().getAsDouble() + " "
            + DoubleStream.iterate(1, x -> x / 2).limit(8).sum() + " " + DoubleStream.of(3, 1).sorted().boxed().toList() + " "
            + DoubleStream.of(0.1, 0.2, 0.3, 0.4).sum() + " " + DoubleStream.of(Double.NaN, 1).max() + DoubleStream.empty().min()
            + DoubleStream.generate(() -> 0.1).limit(10).sum());
        p(IntStream.range(0, 4).mapToLong(x -> 1L << (x * 10)).boxed().toList() + " " + IntStream.range(0, 3).asDoubleStream().boxed().toList() + " "
            + IntStream.range(0, 3).asLongStream().sum() + " " + DoubleStream.of(1.9, -1.9).mapToInt(d -> (int) d).boxed().toList()
            + DoubleStream.of(1e18).mapToLong(d -> (long) d).sum() + " " + LongStream.of(7).asDoubleStream().sum());
        p(IntStream.range(0, 4).flatMap(x -> IntStream.range(0, x)).boxed().toList() + " " + IntStream.of(1, 2).mapMulti((x, c) -> { c.accept(x);
            c.accept(-x); }).boxed().toList() + " " + IntStream.concat(IntStream.of(1), IntStream.of(2)).boxed().toList() + " "
                + IntStream.range(0, 10).skip(3).limit(4).peek(x -> { }).boxed().toList());
        p(IntStream.range(0, 10).anyMatch(x -> x == 5) + " " + IntStream.range(0, 10).allMatch(x -> x < 5) + " "
            + IntStream.range(0, 10).noneMatch(x -> x > 50) + " " + IntStream.range(3, 10).findFirst() + " "
            + IntStream.range(0, 10).takeWhile(x -> x < 3).sum() + " " + IntStream.range(0, 10).dropWhile(x -> x < 7).sum());
        p("hello".chars().map(c -> c - 'a').sum() + " " + "hello".chars().mapToObj(c -> ""
            + (char) c).sorted(Comparator.reverseOrder()).collect(Collectors.joining()) + " " + Arrays.stream(new int[]{1, 2, 3}, 1, 3).sum() + " "
            + Arrays.stream(new double[]{1, 2}).map(Math::sqrt).sum() + " " + Arrays.stream(new long[]{5}).sum() + " "
            + new Random(42).ints(5, 0, 100).boxed().toList() + new BitSet() {{ set(3); set(9); }}.stream().boxed().toList());
        PrimitiveIterator.OfInt it = IntStream.range(0, 3).iterator(); int s = 0;
        while (it.hasNext()) s = s * 10 + it.nextInt(); p(s); Spliterator.OfInt sp = IntStream.range(0, 100).spliterator();
        Spliterator.OfInt left = sp.trySplit(); int[] cnt = new int[2]; left.forEachRemaining((IntConsumer) x -> cnt[0]++);
        sp.forEachRemaining((IntConsumer) x -> cnt[1]++); p(cnt[0] + cnt[1]);
        int[][] m = {{1, 2}, {3, 4}}; p(Arrays.stream(m).flatMapToInt(Arrays::stream).sum() + " "
            + Arrays.deepToString(IntStream.range(0, 2).mapToObj(c -> IntStream.range(0, 2).map(r -> m[r][c]).toArray()).toArray(int[][]::new)));
        p(IntStream.range(0, 20).collect(StringBuilder::new, (b, x) -> b.append((char) ('a' + x)), StringBuilder::append));
        try { IntStream.empty().max().getAsInt(); } catch (NoSuchElementException e) {
            p(e.getMessage()); } try { IntStream.range(0, 3).map(x -> 1 / x).sum();
        } catch (ArithmeticException e) { p(e.getMessage()); } p(OptionalInt.of(3) + " " + OptionalInt.empty() + " "
            + OptionalDouble.of(1.5).orElse(2) + OptionalLong.empty().orElseGet(() -> 9L) + OptionalInt.of(3).equals(OptionalInt.of(3))
            + OptionalInt.of(5).stream().sum());
        int[] perm = IntStream.generate(new IntSupplier() { int x = 7; public int getAsInt() { return x = x * 5 % 23; } }).limit(10).toArray();
        p(Arrays.toString(perm)); p(IntStream.rangeClosed(0, 4).mapToObj(r -> IntStream.rangeClosed(0,
            r).mapToLong(c -> LongStream.rangeClosed(1, r).reduce(1,
                (a, b) -> a * b) / (LongStream.rangeClosed(1, c).reduce(1, (a, b) -> a * b) * LongStream.rangeClosed(1, r - c).reduce(1,
                    (a, b) -> a * b))).boxed().toList()).toList());
    }
}
