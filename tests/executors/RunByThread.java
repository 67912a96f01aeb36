// finds: 5
import java.util.concurrent.FutureTask;

/** A thread of the program's own may be interrupted by the cancellation of a task that it then does not run. */
public class RunByThread {
    static volatile boolean ran;
    static volatile boolean interrupted;

    public static void main(String[] args) throws Exception {
        FutureTask<?> task = new FutureTask<>(() -> { ran = true; }, null);
        Thread thread = new Thread(() -> {
            task.run();
            interrupted = Thread.interrupted();
        });
        thread.start();
        boolean cancelled = task.cancel(true);
        thread.join();
        Outcome.is((ran ? 1 : 0) + (interrupted ? 2 : 0) + (cancelled ? 4 : 0));
    }
}
