// finds: 5
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Who puts into a full queue waits, who offers does not. */
public class NoRoom {
    static volatile boolean offered;

    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        Thread producer = new Thread(() -> {
            try {
                queue.put(1);
                queue.put(2);
                offered = queue.offer(3);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        producer.start();
        int first = queue.take();
        Integer second = queue.poll();
        int left = queue.size();
        producer.join();
        Outcome.is((second == null ? 0 : second) + (offered ? 1 : 0) + left * 4);
    }
}
