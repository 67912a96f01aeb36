// All four rejection policies, a custom one, and rejection after shutdown.
import java.util.*;
import java.util.concurrent.*;

public class PoolRejection {
    static void exercise(String name, RejectedExecutionHandler handler) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(2), handler);
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        List<String> ran = Collections.synchronizedList(new ArrayList<>());
        Thread main = Thread.currentThread();
        pool.execute(() -> {
            started.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            ran.add("blocker");
        });
        started.await();
        for (int i = 1; i <= 4; i++) {
            final int id = i;
            try {
                pool.execute(() -> ran.add("t" + id + (Thread.currentThread() == main ? " in caller" : "")));
            } catch (RejectedExecutionException e) {
                ran.add("t" + id + " rejected");
            }
        }
        System.out.println(name + " queued " + pool.getQueue().size() + " active " + pool.getActiveCount());
        release.countDown();
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
        System.out.println(ran);
        try {
            pool.execute(() -> System.out.println("must not run"));
            System.out.println("late task swallowed");
        } catch (RejectedExecutionException e) {
            System.out.println("late task rejected");
        }
    }

    public static void main(String[] args) throws Exception {
        exercise("abort", new ThreadPoolExecutor.AbortPolicy());
        exercise("caller runs", new ThreadPoolExecutor.CallerRunsPolicy());
        exercise("discard", new ThreadPoolExecutor.DiscardPolicy());
        exercise("discard oldest", new ThreadPoolExecutor.DiscardOldestPolicy());
        int[] custom = new int[1];
        exercise("custom", (r, pool) -> custom[0]++);
        System.out.println("custom handler called " + custom[0]);
        ThreadPoolExecutor growing = new ThreadPoolExecutor(1, 3, 1, TimeUnit.SECONDS, new SynchronousQueue<>());
        CountDownLatch hold = new CountDownLatch(1);
        int accepted = 0;
        for (int i = 0; i < 5; i++) {
            try {
                growing.execute(() -> {
                    try {
                        hold.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
                accepted++;
            } catch (RejectedExecutionException e) {
                System.out.println("full at " + growing.getPoolSize());
            }
        }
        hold.countDown();
        growing.shutdown();
        System.out.println("accepted " + accepted + " " + growing.awaitTermination(1, TimeUnit.HOURS) + " completed " + growing.getCompletedTaskCount());
    }
}
