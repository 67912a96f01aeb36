// What thread containers do: an executor of threads per task that is left open by its owner, and interrupted closes.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

public class ScopedThreads {
    static ExecutorService perTask(ThreadFactory factory) throws Exception {
        return (ExecutorService) Executors.class.getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
            .invoke(null, factory);
    }

    static void close(ExecutorService executor) throws Exception {
        ExecutorService.class.getMethod("close").invoke(executor);
    }

    public static void main(String[] args) throws Exception {
        ExecutorService platform = perTask(Thread::new);
        Future<String> inner = platform.submit(() -> {
            ExecutorService nested = perTask(Thread::new);
            Future<Integer> answer = nested.submit(() -> 42);
            close(nested);
            return "nested " + answer.get();
        });
        System.out.println(inner.get());
        close(platform);
        System.out.println(platform.isTerminated());

        ExecutorService pool = Executors.newFixedThreadPool(2);
        CountDownLatch started = new CountDownLatch(1);
        Future<String> sleeper = pool.submit(() -> {
            started.countDown();
            try {
                Thread.sleep(100_000);
                return "slept";
            } catch (InterruptedException e) {
                return "interrupted by close";
            }
        });
        started.await();
        Thread.currentThread().interrupt();
        close(pool);
        System.out.println(sleeper.get() + " " + Thread.interrupted() + " " + pool.isTerminated());

        ExecutorService left = perTask(Thread::new);
        left.submit(() -> "never closed").get();
        left.shutdownNow();
        System.out.println(left.awaitTermination(1, TimeUnit.SECONDS));
    }
}
