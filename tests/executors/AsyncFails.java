// finds: 1
// fewer ends: workers are daemons, which the end of the guest cuts short anywhere
import java.util.concurrent.CompletableFuture;

/** A failed stage is handled. */
public class AsyncFails {
    public static void main(String[] args) {
        Outcome.is(CompletableFuture.<Integer>supplyAsync(() -> { throw new IllegalStateException(); })
            .thenApply(n -> n + 1).exceptionally(e -> 3).join());
    }
}
