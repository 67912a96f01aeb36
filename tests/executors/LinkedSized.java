// finds: 2
import java.util.concurrent.LinkedBlockingQueue;

/** The same of a queue with two locks. */
public class LinkedSized {
    static int seen;

    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>(2);
        Thread other = new Thread(() -> seen = queue.peek() == null ? 0 : 1);
        other.start();
        queue.add(1);
        queue.contains(2);
        other.join();
        Outcome.is(seen);
    }
}
