// finds: 3
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** An element, or room for one, is there in time or not. */
public class ElementInTime {
    static volatile boolean offered;

    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        queue.add(1);
        Thread other = new Thread(() -> {
            try {
                offered = queue.offer(2, 1, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        other.start();
        Integer first = queue.poll(1, TimeUnit.MILLISECONDS);
        Integer second = queue.poll(1, TimeUnit.MILLISECONDS);
        other.join();
        Outcome.is(first + (second == null ? 0 : 2) + (offered ? 4 : 0));
    }
}
