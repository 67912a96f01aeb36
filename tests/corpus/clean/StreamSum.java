// A parallel stream without side effects on shared data.
import java.util.stream.IntStream;

public class StreamSum {
    static final int[] squares = new int[4];

    public static void main(String[] args) {
        IntStream.range(0, 4).parallel().forEach(i -> squares[i] = i * i);
        int sum = IntStream.range(0, 4).parallel().map(i -> squares[i]).sum();
        System.out.println(sum);
    }
}
