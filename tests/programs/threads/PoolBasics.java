// ThreadPoolExecutor: submit, invokeAll, invokeAny, custom ThreadFactory, hooks, statistics.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class PoolBasics {
    static class Counting extends ThreadPoolExecutor {
        final AtomicInteger before = new AtomicInteger(), after = new AtomicInteger(), failed = new AtomicInteger();

        Counting(int n, ThreadFactory f) {
            super(n, n, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), f);
        }

        @Override
        protected void beforeExecute(Thread t, Runnable r) {
            before.incrementAndGet();
        }

        @Override
        protected void afterExecute(Runnable r, Throwable t) {
            after.incrementAndGet();
            if (t == null && r instanceof FutureTask<?> f) {
                try {
                    f.get();
                } catch (ExecutionException e) {
                    failed.incrementAndGet();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }
        }

        @Override
        protected void terminated() {
            System.out.println("terminated()");
        }
    }

    public static void main(String[] args) throws Exception {
        AtomicInteger made = new AtomicInteger();
        Set<String> names = new ConcurrentSkipListSet<>();
        Counting pool = new Counting(3, r -> new Thread(r, "worker-" + made.incrementAndGet()));
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            final int id = i;
            tasks.add(() -> {
                names.add(Thread.currentThread().getName());
                if (id == 13) throw new IllegalStateException("thirteen");
                return id * id;
            });
        }
        int sum = 0;
        for (Future<Integer> f : pool.invokeAll(tasks)) {
            try {
                sum += f.get();
            } catch (ExecutionException e) {
                System.out.println("failed with " + e.getCause());
            }
        }
        System.out.println("sum " + sum + " threads made " + made + " names ok " + Set.of("worker-1", "worker-2", "worker-3").containsAll(names));
        String any = pool.invokeAny(List.of(
            () -> { throw new Exception("no"); },
            () -> "winner",
            () -> { throw new Exception("nor this"); }));
        System.out.println(any);
        try {
            pool.invokeAny(List.of(() -> { throw new java.io.IOException("all fail"); }));
        } catch (ExecutionException e) {
            System.out.println(e.getCause());
        }
        Future<String> withResult = pool.submit(() -> {}, "fixed result");
        System.out.println(withResult.get() + " " + withResult.isDone() + " " + pool.submit(() -> {}).get());
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS) + " " + pool.isTerminated() + " " + (pool.before.get() == pool.after.get()) + " failed " + pool.failed);
        System.out.println("core " + pool.getCorePoolSize() + " largest " + pool.getLargestPoolSize() + " now " + pool.getPoolSize());
    }
}
