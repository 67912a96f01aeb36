// ExecutorCompletionService: results as they finish, in a forced order and sorted.
import java.util.*;
import java.util.concurrent.*;

public class CompletionServices {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        CompletionService<Integer> service = new ExecutorCompletionService<>(pool);
        System.out.println("empty " + service.poll() + " " + service.poll(5, TimeUnit.MILLISECONDS));
        CountDownLatch[] gates = new CountDownLatch[4];
        for (int i = 0; i < 4; i++) gates[i] = new CountDownLatch(1);
        for (int i = 0; i < 4; i++) {
            final int id = i;
            service.submit(() -> {
                gates[id].await();
                return id;
            });
        }
        StringBuilder order = new StringBuilder();
        for (int id : new int[] {2, 0, 3, 1}) {
            gates[id].countDown();
            order.append(service.take().get()).append(' ');
        }
        System.out.println("forced order " + order.toString().trim());

        List<Future<Integer>> submitted = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            final int id = i;
            submitted.add(service.submit(() -> {
                if (id % 10 == 7) throw new Exception("task " + id);
                return id * 2;
            }));
        }
        List<Integer> values = new ArrayList<>();
        List<String> errors = new ArrayList<>();
        Set<Future<Integer>> seen = new HashSet<>();
        for (int i = 0; i < 30; i++) {
            Future<Integer> f = service.take();
            seen.add(f);
            try {
                values.add(f.get());
            } catch (ExecutionException e) {
                errors.add(e.getCause().getMessage());
            }
        }
        Collections.sort(values);
        Collections.sort(errors);
        System.out.println(values);
        System.out.println(errors + " same futures " + seen.containsAll(submitted));
        Future<Integer> fixed = service.submit(() -> {}, 99);
        System.out.println(service.take() == fixed);
        System.out.println(fixed.get());

        BlockingQueue<Future<String>> own = new LinkedBlockingQueue<>();
        CompletionService<String> second = new ExecutorCompletionService<>(pool, own);
        CountDownLatch block = new CountDownLatch(1);
        Future<String> cancelled = second.submit(() -> {
            block.await();
            return "never";
        });
        System.out.println(cancelled.cancel(true) + " " + second.take().isCancelled() + " " + own.size());
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS));
    }
}
