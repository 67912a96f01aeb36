// finds: 3
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A pool may have one thread more for a time, if its queue is full. */
public class LeftToOthers {
    static volatile int last;

    public static void main(String[] args) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(0, 2, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1));
        for (int i = 1; i <= 2; i++) {
            int number = i;
            pool.execute(() -> last = number);
        }
        Outcome.is(last);
    }
}
