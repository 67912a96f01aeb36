// finds: 3
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;

/** A task that a worker and a thread of the program's own want to run is run by one of them. */
public class RunTwice {
    static volatile int runs;
    static volatile boolean byMain;

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        ExecutorService pool = Executors.newFixedThreadPool(1);
        FutureTask<?> task = new FutureTask<>(() -> {
            runs++;
            byMain = Thread.currentThread() == main;
        }, null);
        pool.execute(task);
        task.run();
        boolean done = task.isDone();
        task.get();
        Outcome.is(runs + (byMain ? 2 : 0) + (done ? 4 : 0));
    }
}
