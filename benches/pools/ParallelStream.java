import java.util.stream.IntStream;

/** A sum over a parallel stream: {@code ParallelStream ELEMENTS}. */
public class ParallelStream {
    public static void main(String[] args) {
        System.out.println(IntStream.range(0, Integer.parseInt(args[0])).parallel().sum());
    }
}
