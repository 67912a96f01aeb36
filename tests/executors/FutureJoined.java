// finds: 2
import java.util.concurrent.CompletableFuture;

/** Who completes a future runs what depends on it, or who has waited for it does. */
public class FutureJoined {
    static volatile Thread runner;

    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Thread one = new Thread(() -> future.complete(1));
        CompletableFuture<Integer> more = future.thenApply(number -> {
            runner = Thread.currentThread();
            return number + 1;
        });
        one.start();
        future.join();
        more.join();
        Outcome.is(runner == one ? 1 : 2);
    }
}
