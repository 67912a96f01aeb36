// leaves: call shutdown() on java.util.concurrent.ScheduledThreadPoolExecutor
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Only a local variable held it. */
public class LocalPool {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        pool.schedule(() -> System.out.println("later"), 1, TimeUnit.SECONDS);
    }
}
