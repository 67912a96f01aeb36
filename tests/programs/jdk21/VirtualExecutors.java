// A virtual thread per task: executors, their shutdown and close, futures, locks and queues among virtual threads.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class VirtualExecutors {
    static ExecutorService executor() throws Exception {
        return (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    static void close(ExecutorService executor) throws Exception {
        ExecutorService.class.getMethod("close").invoke(executor);
    }

    static boolean isVirtual() {
        try {
            return (boolean) Thread.class.getMethod("isVirtual").invoke(Thread.currentThread());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        futures();
        shutdown();
        pipeline();
        conditions();
        others();
    }

    static void futures() throws Exception {
        ExecutorService executor = executor();
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int n = i;
            tasks.add(() -> isVirtual() ? n * n : -1);
        }
        int sum = 0;
        for (Future<Integer> future : executor.invokeAll(tasks)) sum += future.get();
        System.out.println("squares " + sum);
        System.out.println("any " + (executor.invokeAny(tasks) >= 0));
        Future<?> bad = executor.submit(() -> { throw new IllegalStateException("bad"); });
        try {
            bad.get();
        } catch (ExecutionException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Future.class.getMethod("state").invoke(bad) + " "
            + Future.class.getMethod("exceptionNow").invoke(bad));
        Future<String> slow = executor.submit(() -> {
            Thread.sleep(60_000);
            return "slow";
        });
        try {
            slow.get(5, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timeout " + slow.cancel(true) + " " + slow.isCancelled() + " " + slow.isDone());
        }
        CompletableFuture<String> chain = CompletableFuture.supplyAsync(() -> "a" + isVirtual(), executor)
            .thenApplyAsync(s -> s + "b" + isVirtual(), executor)
            .thenCombine(CompletableFuture.supplyAsync(() -> "c", executor), (x, y) -> x + y);
        System.out.println(chain.get());
        close(executor);
        System.out.println(executor.isShutdown() + " " + executor.isTerminated());
    }

    static void shutdown() throws Exception {
        ExecutorService executor = executor();
        AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < 3; i++) executor.execute(done::incrementAndGet);
        executor.shutdown();
        System.out.println(executor.awaitTermination(10, TimeUnit.SECONDS) + " " + done);
        try {
            executor.submit(() -> 1);
        } catch (RejectedExecutionException e) {
            System.out.println("rejected");
        }
        ExecutorService stopped = executor();
        Semaphore begun = new Semaphore(0);
        Future<String> task = stopped.submit(() -> {
            try {
                begun.release();
                Thread.sleep(60_000);
                return "slept";
            } catch (InterruptedException e) {
                return "interrupted";
            }
        });
        begun.acquire();
        System.out.println(stopped.shutdownNow().size() + " " + task.get());
        System.out.println(stopped.awaitTermination(10, TimeUnit.SECONDS));
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        Class<?> type = Class.forName("java.lang.Thread$Builder");
        builder = type.getMethod("name", String.class, long.class).invoke(builder, "task-", 0L);
        ThreadFactory factory = (ThreadFactory) type.getMethod("factory").invoke(builder);
        ExecutorService named = (ExecutorService) Executors.class
            .getMethod("newThreadPerTaskExecutor", ThreadFactory.class).invoke(null, factory);
        for (int i = 0; i < 2; i++) System.out.println(named.submit(() -> Thread.currentThread().getName()).get());
        close(named);
    }

    static void pipeline() throws Exception {
        ExecutorService executor = executor();
        BlockingQueue<Integer> first = new ArrayBlockingQueue<>(2);
        SynchronousQueue<Integer> second = new SynchronousQueue<>();
        executor.execute(() -> forever(() -> {
            for (int i = 1; i <= 10; i++) first.put(i);
            first.put(0);
        }));
        executor.execute(() -> forever(() -> {
            int n;
            do {
                n = first.take();
                second.put(n * 2);
            } while (n != 0);
        }));
        int sum = 0;
        for (int n = second.take(); n != 0; n = second.take()) sum += n;
        System.out.println("pipeline " + sum);
        close(executor);
    }

    interface Work {
        void run() throws Exception;
    }

    static void forever(Work work) {
        try {
            work.run();
        } catch (Exception e) {
            System.out.println(e);
        }
    }

    static void conditions() throws Exception {
        ExecutorService executor = executor();
        ReentrantLock lock = new ReentrantLock();
        Condition turn = lock.newCondition();
        int[] next = {0};
        for (int i = 0; i < 4; i++) {
            int n = i;
            executor.execute(() -> forever(() -> {
                lock.lock();
                try {
                    while (next[0] != n) turn.await();
                    System.out.println("turn " + n);
                    next[0]++;
                    turn.signalAll();
                } finally {
                    lock.unlock();
                }
            }));
        }
        close(executor);
        Object monitor = new Object();
        boolean[] open = {false};
        ExecutorService waiters = executor();
        AtomicInteger through = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            waiters.execute(() -> forever(() -> {
                synchronized (monitor) {
                    while (!open[0]) monitor.wait();
                }
                through.incrementAndGet();
            }));
        }
        synchronized (monitor) {
            open[0] = true;
            monitor.notifyAll();
        }
        close(waiters);
        System.out.println("through " + through);
    }

    static void others() throws Exception {
        ExecutorService executor = executor();
        CyclicBarrier barrier = new CyclicBarrier(3, () -> System.out.println("all here"));
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        int[] value = {0};
        for (int i = 0; i < 3; i++) {
            executor.execute(() -> forever(() -> {
                barrier.await();
                lock.writeLock().lock();
                try {
                    value[0]++;
                } finally {
                    lock.writeLock().unlock();
                }
            }));
        }
        close(executor);
        lock.readLock().lock();
        System.out.println("value " + value[0]);
        lock.readLock().unlock();
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 7);
        ExecutorService locals = executor();
        Future<Integer> one = locals.submit(() -> {
            local.set(local.get() + 1);
            return local.get();
        });
        Future<Integer> two = locals.submit(local::get);
        System.out.println(one.get() + " " + two.get() + " " + local.get());
        close(locals);
    }
}
