// finds: 6
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Elements come out in the order in which they went in, and that is any. */
public class TwoProducers {
    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        new Thread(() -> queue.add(1)).start();
        new Thread(() -> queue.add(2)).start();
        int size = queue.size();
        int first = queue.take();
        Integer second = queue.poll();
        Outcome.is((size > 1 ? 4 : 0) + (first - 1) * 2 + (second == null ? 0 : 1));
    }
}
