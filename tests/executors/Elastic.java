// finds: 2
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A pool that grows when its queue is full, and has threads that end for want of a task. */
public class Elastic {
    static volatile int last;

    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1));
        pool.execute(() -> last = last * 2 + 1);
        int seen = last;
        pool.shutdown();
        Outcome.is(seen);
    }
}
