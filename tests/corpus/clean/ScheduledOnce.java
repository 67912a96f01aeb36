// A scheduled task sees what was written before it was scheduled; its future gives the result back.
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class ScheduledOnce {
    static int data;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        data = 5;
        ScheduledFuture<?> f = timer.schedule(() -> {
            data++;
        }, 1, TimeUnit.MILLISECONDS);
        f.get();
        data *= 2;
        timer.shutdown();
        System.out.println(data);
    }
}
