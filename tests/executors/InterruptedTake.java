// finds: 2
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A thread that waits for an element is interrupted, or gets it, or both. */
public class InterruptedTake {
    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        Thread main = Thread.currentThread();
        new Thread(() -> {
            main.interrupt();
            queue.add(1);
        }).start();
        int seen;
        try {
            seen = queue.take();
        } catch (InterruptedException e) {
            seen = 2;
        }
        Outcome.is(seen + (Thread.interrupted() ? 4 : 0));
    }
}
