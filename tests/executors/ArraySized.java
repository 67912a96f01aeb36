// finds: 2
import java.util.concurrent.ArrayBlockingQueue;

/** The same of a queue. */
public class ArraySized {
    static int seen;

    public static void main(String[] args) throws Exception {
        ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);
        Thread other = new Thread(() -> seen = queue.size());
        other.start();
        queue.add(1);
        queue.contains(2);
        other.join();
        Outcome.is(seen);
    }
}
