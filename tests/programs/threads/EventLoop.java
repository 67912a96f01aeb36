// An event loop thread with a queue: posted events, nested posts, timers, futures, stop.
import java.util.*;
import java.util.concurrent.*;

public class EventLoop implements Runnable {
    private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    private final PriorityQueue<Map.Entry<Long, Runnable>> timers = new PriorityQueue<>(Map.Entry.comparingByKey());
    private boolean stopped;
    private Thread thread;
    private int handled;
    private long now; // one time per turn: what a turn asks for comes in the order of the delays, however long it takes

    void post(Runnable r) {
        queue.add(r);
    }

    void after(long millis, Runnable r) {
        timers.add(Map.entry(now + millis * 1_000_000, r));
    }

    <T> CompletableFuture<T> ask(Callable<T> c) {
        CompletableFuture<T> f = new CompletableFuture<>();
        post(() -> {
            try {
                f.complete(c.call());
            } catch (Exception e) {
                f.completeExceptionally(e);
            }
        });
        return f;
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        while (!stopped) {
            now = System.nanoTime();
            Map.Entry<Long, Runnable> due = timers.peek();
            try {
                Runnable r;
                if (due == null) {
                    r = queue.take();
                } else {
                    r = queue.poll(due.getKey() - System.nanoTime(), TimeUnit.NANOSECONDS);
                    if (r == null && due.getKey() <= System.nanoTime()) r = timers.poll().getValue();
                }
                if (r != null) {
                    handled++;
                    r.run();
                }
            } catch (InterruptedException e) {
                stopped = true;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        EventLoop loop = new EventLoop();
        Thread t = new Thread(loop, "loop");
        t.start();
        Map<String, Integer> state = new TreeMap<>();
        Thread[] clients = new Thread[3];
        for (int i = 0; i < 3; i++) {
            final int id = i;
            clients[i] = new Thread(() -> {
                for (int k = 0; k < 20; k++) loop.post(() -> state.merge("client" + id, 1, Integer::sum));
            });
            clients[i].start();
        }
        for (Thread c : clients) c.join();
        System.out.println(loop.ask(() -> state.toString()).get());
        System.out.println(loop.ask(() -> Thread.currentThread() == loop.thread).get());
        StringBuilder log = new StringBuilder();
        CompletableFuture<String> fired = new CompletableFuture<>();
        loop.post(() -> {
            loop.after(60, () -> fired.complete(log.append("late").toString()));
            loop.after(5, () -> log.append("early "));
            loop.post(() -> log.append("posted "));
            log.append("outer ");
        });
        System.out.println(fired.get());
        try {
            loop.ask(() -> { throw new IllegalStateException("event failed"); }).get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause().getMessage());
        }
        loop.post(() -> loop.stopped = true);
        t.join();
        System.out.println("handled " + loop.handled + " left " + loop.queue.size());
    }
}
