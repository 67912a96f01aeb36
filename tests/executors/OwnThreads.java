// finds: 4
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/** The thread factory is the program's own code: others may come before it, in it and after it. */
public class OwnThreads {
    static volatile int made;
    static volatile boolean down;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1, task -> {
            made = down ? 2 : 1;
            return new Thread(task);
        });
        new Thread(() -> {
            pool.shutdown();
            down = true;
        }).start();
        try {
            pool.execute(() -> { });
        } catch (RejectedExecutionException e) {
            Outcome.is(made + 3);
        }
        Outcome.is(made);
    }
}
