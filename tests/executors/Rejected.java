// finds: 2
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What a full pool does with a task is the program's own code. */
public class Rejected {
    static volatile int rejected;

    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
            1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), (task, full) -> rejected++);
        for (int i = 0; i < 3; i++) {
            pool.execute(() -> { });
        }
        Outcome.is(rejected);
    }
}
