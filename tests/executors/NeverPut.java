// finds: 2
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** One element for two that wait. */
public class NeverPut {
    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>(1);
        Thread other = new Thread(() -> {
            try {
                queue.take();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        other.start();
        if (queue.offer(1) && !queue.offer(2)) {
            queue.take();
        }
        Outcome.is(0);
    }
}
