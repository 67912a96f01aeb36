// finds: 1
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.LockSupport;

/** A thread that is woken for nothing goes on waiting. */
public class MetUnparked {
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
        LockSupport.unpark(taker);
        queue.put(1);
        taker.join();
        Outcome.is(seen);
    }
}
