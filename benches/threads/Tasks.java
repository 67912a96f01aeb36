// An executor with two workers and 400,000 small tasks.
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

public class Tasks {
    static final int TASKS = 400_000;
    static final AtomicLong total = new AtomicLong();

    static final class Task implements Runnable {
        final int number;
        int result;

        Task(int number) {
            this.number = number;
        }

        @Override
        public void run() {
            result = number * 3;
            total.addAndGet(result);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
            2, 2, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(256), new ThreadPoolExecutor.CallerRunsPolicy());
        for (int i = 0; i < TASKS; i++) {
            executor.execute(new Task(i));
        }
        executor.shutdown();
        executor.awaitTermination(1, TimeUnit.HOURS);
        System.out.println(total);
    }
}
