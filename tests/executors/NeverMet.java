// finds: 1
import java.util.concurrent.SynchronousQueue;

/** An element that nobody takes in the end. */
public class NeverMet {
    public static void main(String[] args) throws Exception {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        Thread other = new Thread(() -> {
            try {
                queue.put(1);
            } catch (InterruptedException e) {
                Outcome.is(6);
            }
        });
        other.start();
        Integer seen = queue.poll();
        if (seen != null) {
            queue.take();
        }
        other.join();
    }
}
