// finds: 1
import java.util.concurrent.CompletableFuture;

/** Nobody completes it where the other comes first. */
public class FutureNever {
    public static void main(String[] args) {
        CompletableFuture<Integer> one = new CompletableFuture<>();
        CompletableFuture<Integer> two = new CompletableFuture<>();
        new Thread(() -> one.complete(two.join())).start();
        if (!one.isDone()) {
            one.join();
        }
    }
}
