// An ExecutorCompletionService hands over results as they become ready.
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class CompletionOrder {
    static class Result {
        int value;
    }

    static Result make(int n) {
        Result r = new Result();
        r.value = n * n;
        return r;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        ExecutorCompletionService<Result> service = new ExecutorCompletionService<>(pool);
        for (int i = 1; i <= 3; i++) {
            int n = i;
            service.submit(() -> make(n));
        }
        int sum = 0;
        for (int i = 1; i <= 3; i++) {
            Result r = service.take().get();
            r.value++;
            sum += r.value;
        }
        pool.shutdown();
        System.out.println(sum);
    }
}
