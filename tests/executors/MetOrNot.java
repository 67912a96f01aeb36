// finds: 2
import java.util.concurrent.SynchronousQueue;

/** An element is offered, and taken if somebody waits for it. */
public class MetOrNot {
    static int seen;

    public static void main(String[] args) throws Exception {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        Thread taker = new Thread(() -> {
            try {
                seen = queue.take();
            } catch (InterruptedException e) {
                seen = 6;
            }
        });
        taker.start();
        if (!queue.offer(1)) {
            queue.put(2);
        }
        taker.join();
        Outcome.is(seen);
    }
}
