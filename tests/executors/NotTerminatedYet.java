// finds: 4
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Between the two moments in which a pool is shut down and terminated both can be asked for. */
public class NotTerminatedYet {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Thread other = new Thread(pool::shutdown);
        other.start();
        boolean shutdown = pool.isShutdown();
        boolean terminated = pool.isTerminated();
        Outcome.is((shutdown ? 1 : 0) + (terminated ? 2 : 0));
    }
}
