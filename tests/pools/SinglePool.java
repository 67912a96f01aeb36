// leaves: call shutdown() on SinglePool$Service.pool
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The same, behind the wrapper that `newSingleThreadExecutor` makes. */
public class SinglePool {
    static class Service {
        final ExecutorService pool = Executors.newSingleThreadExecutor();
    }

    static Service service;

    public static void main(String[] args) throws Exception {
        service = new Service();
        service.pool.execute(() -> System.out.println("work"));
    }
}
