// CompletableFuture: thenCompose/Combine/Apply, allOf, anyOf, handle, exceptionally, whenComplete.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

public class FutureCompose {
    static CompletableFuture<Integer> square(int n, Executor e) {
        return CompletableFuture.supplyAsync(() -> n * n, e);
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        System.out.println(square(3, pool).thenCompose(n -> square(n, pool)).thenApply(n -> "nested " + n).get());
        System.out.println(square(4, pool).thenCombine(square(5, pool), Integer::sum).join());
        List<CompletableFuture<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) all.add(square(i, pool));
        CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).join();
        System.out.println(all.stream().map(CompletableFuture::join).collect(Collectors.toList()));
        CompletableFuture<String> never = new CompletableFuture<>();
        System.out.println(CompletableFuture.anyOf(never, CompletableFuture.supplyAsync(() -> "first", pool)).get());
        CompletableFuture<Integer> bad = CompletableFuture.supplyAsync(() -> {
            if (never.isDone()) return 1;
            throw new IllegalStateException("bad");
        }, pool);
        System.out.println(bad.handle((v, e) -> v == null ? "handled " + e : "value").join());
        System.out.println(bad.exceptionally(e -> -1).join() + " " + bad.isCompletedExceptionally());
        try {
            bad.thenApply(x -> x + 1).join();
        } catch (CompletionException e) {
            System.out.println(e.getMessage());
        }
        try {
            bad.get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause());
        }
        StringBuffer log = new StringBuffer();
        CompletableFuture<Void> chain = CompletableFuture.runAsync(() -> log.append('1'), pool)
            .thenRunAsync(() -> log.append('2'), pool).thenAcceptAsync(x -> log.append('3'), pool)
            .whenComplete((v, e) -> log.append(e == null ? '4' : 'x'));
        chain.join();
        System.out.println(log);
        System.out.println(never.complete("now") + " " + never.complete("again") + " " + never.getNow("absent") + " " + never.join());
        CompletableFuture<String> cancelled = new CompletableFuture<>();
        CompletableFuture<String> dependent = cancelled.thenApply(s -> s + "!");
        System.out.println(cancelled.cancel(true) + " " + cancelled.isCancelled() + " " + dependent.isCompletedExceptionally() + " " + dependent.isCancelled());
        AtomicInteger both = new AtomicInteger();
        square(2, pool).thenAcceptBoth(square(3, pool), (a, b) -> both.set(a * 100 + b)).join();
        System.out.println(both + " " + square(6, pool).applyToEither(new CompletableFuture<>(), x -> x + 0).join());
        CompletableFuture<Integer> async = CompletableFuture.supplyAsync(() -> 20).thenApplyAsync(x -> x + 1);
        System.out.println("default executor " + async.get());
        Thread completer = new Thread(() -> cancelled.obtrudeValue("forced"));
        completer.start();
        completer.join();
        System.out.println(cancelled.join() + " " + CompletableFuture.failedFuture(new Exception("f")).exceptionally(Throwable::getMessage).join());
        pool.shutdown();
    }
}
