// finds: 2
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A result and a failure, of which the first counts. */
public class FutureFails {
    public static void main(String[] args) {
        // What the library prepares when it is first used is no concern of the program.
        new CompletableFuture<Integer>().complete(1);
        new CompletableFuture<Integer>().completeExceptionally(new IllegalStateException());
        CompletableFuture<Integer> future = new CompletableFuture<>();
        new Thread(() -> future.completeExceptionally(new IllegalStateException())).start();
        new Thread(() -> future.complete(1)).start();
        int outcome = 0;
        try {
            outcome = future.join();
        } catch (CompletionException e) {
            outcome = 2;
        }
        Outcome.is(outcome);
    }
}
