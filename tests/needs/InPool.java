// needs: the network
import java.net.InetAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The refusal comes out of a pool as the cause of another exception. */
public class InPool {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<InetAddress> address = pool.submit(() -> InetAddress.getByName("example.org"));
        pool.shutdown();
        System.out.println(address.get());
    }
}
