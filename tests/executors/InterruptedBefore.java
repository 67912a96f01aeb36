// finds: 2
import java.util.concurrent.SynchronousQueue;

/** A thread that was interrupted before it came is there for a moment all the same. */
public class InterruptedBefore {
    static int seen;

    public static void main(String[] args) throws Exception {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        Thread taker = new Thread(() -> {
            Thread.currentThread().interrupt();
            try {
                seen = queue.take();
            } catch (InterruptedException e) {
                seen = 2;
            }
        });
        taker.start();
        boolean met = queue.offer(1);
        taker.join();
        Outcome.is(met ? seen + 3 : seen);
    }
}
