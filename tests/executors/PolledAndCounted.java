// finds: 2
import java.util.concurrent.ConcurrentLinkedQueue;

/** Elements come and go while they are counted: the queue is given up. */
public class PolledAndCounted {
    public static void main(String[] args) {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        queue.add(1);
        new Thread(() -> {
            queue.add(2);
            queue.poll();
        }).start();
        Outcome.is(queue.size() * 2 + (queue.isEmpty() ? 1 : 0));
    }
}
