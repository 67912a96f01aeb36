// shutdown, shutdownNow, awaitTermination expiring, cached and single pools, core timeouts.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class PoolShutdown {
    public static void main(String[] args) throws Exception {
        ExecutorService single = Executors.newSingleThreadExecutor();
        CountDownLatch started = new CountDownLatch(1);
        StringBuffer log = new StringBuffer();
        single.execute(() -> {
            started.countDown();
            try {
                Thread.sleep(86_400_000);
                log.append("slept");
            } catch (InterruptedException e) {
                log.append("interrupted");
            }
        });
        started.await();
        for (int i = 0; i < 3; i++) single.execute(() -> log.append("must not run"));
        List<Runnable> pending = single.shutdownNow();
        System.out.println("pending " + pending.size() + " shutdown " + single.isShutdown());
        System.out.println(single.awaitTermination(1, TimeUnit.HOURS) + " " + single.isTerminated() + " " + log);

        ExecutorService fixed = Executors.newFixedThreadPool(2);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < 6; i++) {
            fixed.execute(() -> {
                try {
                    release.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                done.incrementAndGet();
            });
        }
        fixed.shutdown();
        System.out.println("await expires " + fixed.awaitTermination(10, TimeUnit.MILLISECONDS) + " terminated " + fixed.isTerminated());
        release.countDown();
        System.out.println(fixed.awaitTermination(1, TimeUnit.HOURS) + " done " + done);

        ExecutorService cached = Executors.newCachedThreadPool();
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            final int id = i;
            futures.add(cached.submit(() -> id * 3));
        }
        int sum = 0;
        for (Future<Integer> f : futures) sum += f.get();
        cached.shutdown();
        System.out.println("cached " + sum + " " + cached.awaitTermination(1, TimeUnit.HOURS));

        ThreadPoolExecutor shrinking = new ThreadPoolExecutor(2, 2, 500, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>());
        shrinking.allowCoreThreadTimeOut(true);
        System.out.println("prestarted " + shrinking.prestartAllCoreThreads());
        while (shrinking.getPoolSize() > 0) Thread.sleep(1);
        System.out.println("core threads timed out, still usable " + shrinking.submit(() -> 5).get());
        shrinking.shutdown();
        System.out.println(shrinking.awaitTermination(1, TimeUnit.HOURS));

        ExecutorService replaced = Executors.newFixedThreadPool(1, r -> {
            Thread t = new Thread(r);
            t.setUncaughtExceptionHandler((x, e) -> log.append(" died:").append(e.getMessage()));
            return t;
        });
        replaced.execute(() -> { throw new RuntimeException("oops"); });
        System.out.println("replacement works " + replaced.submit(() -> 6).get());
        replaced.shutdown();
        replaced.awaitTermination(1, TimeUnit.HOURS);
    }
}
