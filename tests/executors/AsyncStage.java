// finds: 2
// fewer ends: workers are daemons, which the end of the guest cuts short anywhere
import java.util.concurrent.CompletableFuture;

/** A stage is run by the worker that completes the one before, or by the thread that makes it. */
public class AsyncStage {
    public static void main(String[] args) {
        Thread me = Thread.currentThread();
        Outcome.is(CompletableFuture.supplyAsync(() -> 1).thenApply(n -> Thread.currentThread() == me ? n : n + 1).join());
    }
}
