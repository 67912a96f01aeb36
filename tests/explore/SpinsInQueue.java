// finds: livelock: the same states again and again
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;

/** In JDK 17 a thread that looks into the queue goes round for ever if the one that waits there leaves at the wrong moment. */
public class SpinsInQueue {
    public static void main(String[] args) throws Exception {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        Thread waits = new Thread(() -> {
            try {
                queue.poll(1, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        waits.start();
        queue.contains(3);
        waits.join();
    }
}
