// finds: 1
// finds: too many steps
// fewer ends: workers are daemons, which the end of the guest cuts short anywhere
import java.util.stream.IntStream;

/** A parallel stream. */
public class ParallelSum {
    public static void main(String[] args) {
        Outcome.is(IntStream.range(0, 3).parallel().sum());
    }
}
