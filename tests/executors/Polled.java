// finds: 6
import java.util.concurrent.ConcurrentLinkedQueue;

/** Two add, one takes. */
public class Polled {
    public static void main(String[] args) {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        new Thread(() -> queue.add(1)).start();
        new Thread(() -> queue.add(2)).start();
        Integer seen = queue.peek();
        Integer first = queue.poll();
        Integer second = queue.poll();
        int order = second == null ? 0 : first == null || first < second ? 1 : 2;
        Outcome.is(seen == null ? order : 3 + (first == seen ? order : 3));
    }
}
