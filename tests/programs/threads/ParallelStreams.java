// Parallel streams: reduce, collect, groupingByConcurrent, ordered and short-circuit operations.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.*;

public class ParallelStreams {
    public static void main(String[] args) throws Exception {
        System.out.println(IntStream.rangeClosed(1, 500).parallel().sum());
        System.out.println(IntStream.range(0, 300).parallel().filter(i -> i % 7 == 0).mapToObj(Integer::toString).collect(Collectors.joining(",")));
        System.out.println(Stream.of("d", "a", "c", "b").parallel().sorted().collect(Collectors.toList()));
        System.out.println(LongStream.rangeClosed(1, 20).parallel().reduce(1, (a, b) -> a * b));
        Map<Integer, Long> groups = IntStream.range(0, 200).parallel().boxed()
            .collect(Collectors.groupingByConcurrent(i -> i % 5, Collectors.counting()));
        System.out.println(new TreeMap<>(groups));
        List<String> words = Arrays.asList("pear", "fig", "apple", "kiwi", "plum", "date");
        System.out.println(words.parallelStream().map(String::length).reduce(0, Integer::sum));
        System.out.println(words.parallelStream().collect(Collectors.partitioningBy(w -> w.length() > 4)));
        StringBuilder ordered = new StringBuilder();
        IntStream.range(0, 20).parallel().forEachOrdered(i -> ordered.append(i).append(' '));
        System.out.println(ordered.toString().trim());
        LongAdder adder = new LongAdder();
        IntStream.range(0, 100).parallel().forEach(i -> adder.add(i));
        System.out.println(adder);
        System.out.println(IntStream.range(0, 1000).parallel().filter(i -> i * i > 5000).findFirst().getAsInt());
        System.out.println(words.parallelStream().anyMatch("kiwi"::equals) + " " + words.parallelStream().allMatch(w -> w.length() > 3) + " " + words.parallelStream().noneMatch(String::isEmpty));
        System.out.println(IntStream.iterate(1, i -> i * 2).limit(10).parallel().boxed().collect(Collectors.toList()));
        System.out.println(IntStream.range(0, 50).parallel().skip(5).limit(5).boxed().collect(Collectors.toList()));
        System.out.println(Stream.of(1, 2, 2, 3, 3, 3).parallel().distinct().count());
        int[] sorted = IntStream.range(0, 100).map(i -> (i * 37) % 101).toArray();
        Arrays.parallelSort(sorted);
        Arrays.parallelPrefix(sorted, Integer::sum);
        System.out.println(sorted[0] + " " + sorted[99]);
        ForkJoinPool own = new ForkJoinPool(2);
        System.out.println(own.submit(() -> IntStream.range(0, 100).parallel().map(i -> i * i).max().getAsInt()).get());
        own.shutdown();
        try {
            IntStream.range(0, 50).parallel().forEach(i -> {
                if (i == 31) throw new IllegalStateException("at 31");
            });
        } catch (IllegalStateException e) {
            System.out.println("failed " + e.getMessage().endsWith("31"));
        }
    }
}
