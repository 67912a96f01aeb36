// finds: 2
import java.util.concurrent.SynchronousQueue;

/** A thread that waits is interrupted, and may be met before it notices. */
public class MetWhenInterrupted {
    static int seen;

    public static void main(String[] args) throws Exception {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        Thread taker = new Thread(() -> {
            try {
                seen = queue.take();
            } catch (InterruptedException e) {
                seen = 2;
            }
        });
        taker.start();
        taker.interrupt();
        boolean met = queue.offer(1);
        taker.join();
        Outcome.is(met ? seen + 3 : seen);
    }
}
