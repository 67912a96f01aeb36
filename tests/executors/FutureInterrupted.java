// finds: 2
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A thread that waits is interrupted, and the result comes: either may be noticed first. */
public class FutureInterrupted {
    public static void main(String[] args) {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Thread main = Thread.currentThread();
        new Thread(() -> {
            main.interrupt();
            future.complete(1);
        }).start();
        int outcome = 0;
        try {
            future.get();
        } catch (InterruptedException e) {
            outcome = 2;
        } catch (ExecutionException e) {
            outcome = 4;
        }
        Outcome.is(outcome + (Thread.currentThread().isInterrupted() ? 1 : 0));
    }
}
