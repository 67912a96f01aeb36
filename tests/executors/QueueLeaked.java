// finds: 3
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The program takes a task from the queue that it has given to a pool. */
public class QueueLeaked {
    static volatile int ran;

    public static void main(String[] args) throws Exception {
        ArrayBlockingQueue<Runnable> queue = new ArrayBlockingQueue<>(1);
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, queue);
        pool.execute(() -> ran = 1);
        pool.execute(() -> ran = 2);
        Runnable taken = queue.poll();
        int seen = ran;
        pool.shutdown();
        Outcome.is(taken == null ? seen == 2 ? 1 : 2 : 3);
    }
}
