// finds: deadlock: is parked
// Nobody completes the future if it is cancelled too early: a wait without a lock or a condition to name.
import java.util.concurrent.CompletableFuture;

public class BrokenPromise {
    static final CompletableFuture<String> promise = new CompletableFuture<>();
    static volatile boolean cancelled;

    public static void main(String[] args) throws Exception {
        new Thread(() -> {
            if (!cancelled) {
                promise.complete("kept");
            }
        }).start();
        cancelled = true;
        promise.get();
    }
}
