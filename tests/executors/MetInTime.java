// finds: 2
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** A thread waits for a while. */
public class MetInTime {
    static volatile int seen = 2;

    public static void main(String[] args) throws Exception {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        Thread taker = new Thread(() -> {
            try {
                if (queue.poll(1, TimeUnit.SECONDS) != null) {
                    seen = 1;
                }
            } catch (InterruptedException e) {
                seen = 6;
            }
        });
        taker.start();
        queue.offer(1);
        taker.join();
        Outcome.is(seen);
    }
}
