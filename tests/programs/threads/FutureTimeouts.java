// CompletableFuture orTimeout, completeOnTimeout, delayedExecutor, get(timeout), interrupted get.
import java.util.concurrent.*;

public class FutureTimeouts {
    public static void main(String[] args) throws Exception {
        CompletableFuture<String> never = new CompletableFuture<>();
        try {
            never.get(10, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("get timed out, done " + never.isDone());
        }
        try {
            new CompletableFuture<String>().orTimeout(10, TimeUnit.MILLISECONDS).join();
        } catch (CompletionException e) {
            System.out.println(e.getCause());
        }
        System.out.println(new CompletableFuture<String>().completeOnTimeout("default", 10, TimeUnit.MILLISECONDS).join());
        CompletableFuture<String> quick = new CompletableFuture<String>().orTimeout(1, TimeUnit.HOURS);
        Thread completer = new Thread(() -> quick.complete("in time"));
        completer.start();
        System.out.println(quick.join());
        completer.join();
        CompletableFuture<String> chained = new CompletableFuture<String>()
            .orTimeout(5, TimeUnit.MILLISECONDS)
            .handle((v, e) -> e == null ? v : e.getClass().getSimpleName())
            .thenApply(s -> "recovered from " + s);
        System.out.println(chained.get());
        Executor delayed = CompletableFuture.delayedExecutor(5, TimeUnit.MILLISECONDS);
        System.out.println(CompletableFuture.supplyAsync(() -> "delayed", delayed).join());
        StringBuffer order = new StringBuffer();
        ExecutorService single = Executors.newSingleThreadExecutor();
        CompletableFuture<?>[] all = new CompletableFuture<?>[3];
        int[] delays = {240, 80, 160};
        for (int i = 0; i < 3; i++) {
            final int d = delays[i];
            all[i] = CompletableFuture.runAsync(() -> order.append(d).append(' '), CompletableFuture.delayedExecutor(d, TimeUnit.MILLISECONDS, single));
        }
        CompletableFuture.allOf(all).join();
        single.shutdown();
        System.out.println(order.toString().trim());
        String[] result = new String[1];
        Thread waiter = new Thread(() -> {
            try {
                never.get();
                result[0] = "got";
            } catch (InterruptedException e) {
                result[0] = "interrupted";
            } catch (ExecutionException e) {
                result[0] = "failed";
            }
        });
        waiter.start();
        while (waiter.getState() != Thread.State.WAITING) Thread.sleep(1);
        waiter.interrupt();
        waiter.join();
        System.out.println(result[0]);
        never.completeExceptionally(new java.io.IOException("late"));
        try {
            never.get(1, TimeUnit.HOURS);
        } catch (ExecutionException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(never.copy().isCompletedExceptionally() + " " + CompletableFuture.completedStage(5).thenApply(x -> x * 2).toCompletableFuture().join());
    }
}
