// ScheduledThreadPoolExecutor: delays in order, fixed rate, fixed delay, cancel, failing periodic task.
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class ScheduledPool {
    public static void main(String[] args) throws Exception {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        StringBuffer order = new StringBuffer();
        ScheduledFuture<Integer> c = pool.schedule(() -> { order.append('c'); return 3; }, 240, TimeUnit.MILLISECONDS);
        pool.schedule(() -> { order.append('a'); }, 80, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> b = pool.schedule(() -> { order.append('b'); }, 160, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> far = pool.schedule(() -> { order.append("far"); }, 1, TimeUnit.HOURS);
        System.out.println("far delay positive " + (far.getDelay(TimeUnit.MILLISECONDS) > 0) + " compares " + (b.compareTo(far) < 0));
        System.out.println(c.get() + " " + order + " " + b.isDone() + " " + far.isDone());
        System.out.println("cancel " + far.cancel(false) + " " + far.isCancelled() + " queue " + pool.getQueue().size());
        pool.setRemoveOnCancelPolicy(true);
        ScheduledFuture<?> removed = pool.schedule(() -> {}, 1, TimeUnit.HOURS);
        removed.cancel(false);
        pool.purge();
        System.out.println("after purge " + pool.getQueue().size());

        AtomicInteger ticks = new AtomicInteger();
        CountDownLatch five = new CountDownLatch(5);
        ScheduledFuture<?> rate = pool.scheduleAtFixedRate(() -> {
            ticks.incrementAndGet();
            five.countDown();
        }, 1, 2, TimeUnit.MILLISECONDS);
        five.await();
        System.out.println("rate cancelled " + rate.cancel(false) + " ticked " + (ticks.get() >= 5));
        try {
            rate.get();
        } catch (CancellationException e) {
            System.out.println("cancellation");
        }
        AtomicInteger runs = new AtomicInteger();
        ScheduledFuture<?> failing = pool.scheduleWithFixedDelay(() -> {
            if (runs.incrementAndGet() == 3) throw new IllegalStateException("third");
        }, 0, 1, TimeUnit.MILLISECONDS);
        try {
            failing.get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause().getMessage() + " after " + runs + " done " + failing.isDone());
        }
        pool.schedule(() -> { order.append('z'); }, 10, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> periodic = pool.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.HOURS);
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.DAYS) + " " + order + " periodic cancelled " + periodic.isCancelled());
        try {
            pool.schedule(() -> {}, 1, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            System.out.println("rejected after shutdown");
        }
    }
}
