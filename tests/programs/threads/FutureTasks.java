// FutureTask: run once, cancel before and during, get with timeout, done() hook, failures.
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class FutureTasks {
    static class Noted extends FutureTask<Integer> {
        final AtomicInteger dones = new AtomicInteger();

        Noted(Callable<Integer> c) {
            super(c);
        }

        @Override
        protected void done() {
            dones.incrementAndGet();
        }
    }

    static String outcome(Future<?> f) {
        try {
            return "value " + f.get(1, TimeUnit.HOURS);
        } catch (CancellationException e) {
            return "cancelled";
        } catch (ExecutionException e) {
            return "failed " + e.getCause();
        } catch (InterruptedException | TimeoutException e) {
            return e.toString();
        }
    }

    public static void main(String[] args) throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Noted shared = new Noted(runs::incrementAndGet);
        Thread[] threads = new Thread[4];
        String[] seen = new String[4];
        for (int i = 0; i < 4; i++) {
            final int id = i;
            threads[i] = new Thread(() -> {
                shared.run();
                seen[id] = outcome(shared);
            });
            threads[i].start();
        }
        for (Thread t : threads) t.join();
        System.out.println(String.join(", ", seen) + " runs " + runs + " done " + shared.dones);
        System.out.println("cancel after done " + shared.cancel(true) + " " + shared.isCancelled());

        Noted before = new Noted(() -> 1);
        System.out.println(before.cancel(false) + " " + before.isDone() + " " + outcome(before) + " " + before.dones);
        before.run();
        System.out.println("after run " + outcome(before));

        CountDownLatch started = new CountDownLatch(1);
        StringBuffer log = new StringBuffer();
        Noted running = new Noted(() -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                log.append("interrupted");
            }
            return 5;
        });
        Thread runner = new Thread(running);
        runner.start();
        started.await();
        try {
            running.get(10, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timeout");
        }
        System.out.println(running.cancel(true) + " " + outcome(running));
        runner.join();
        System.out.println(log + " dones " + running.dones);

        Noted failing = new Noted(() -> { throw new java.io.IOException("io"); });
        new Thread(failing).start();
        System.out.println(outcome(failing));
        FutureTask<String> fixed = new FutureTask<>(() -> {}, "fixed");
        fixed.run();
        System.out.println(outcome(fixed) + " " + fixed.toString().replaceAll(".*\\[", "["));
    }
}
