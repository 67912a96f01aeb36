// Streams and lambdas: map, filter, collect, reduce.
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class Streams {
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 60;
        long sum = 0;
        for (int r = 0; r < rounds; r++) {
            int add = r;
            sum += IntStream.range(0, 8_000).filter(i -> i % 3 != 0).map(i -> i * i + add).asLongStream().sum();
            Map<Integer, Long> groups = IntStream.range(0, 3_000).boxed()
                .collect(Collectors.groupingBy(i -> i % 7, Collectors.counting()));
            sum = sum * 31 + groups.values().stream().mapToLong(Long::longValue).reduce(0, (x, y) -> x * 3 + y);
        }
        System.out.println("stream checksum " + sum);
    }
}
