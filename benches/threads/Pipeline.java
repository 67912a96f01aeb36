// Lock-heavy: a bounded buffer with wait and notify, a map under a ReentrantLock, a striped array of counters, an atomic.
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

public class Pipeline {
    static final int ITEMS = 10_000;
    static final int STRIPES = 16;

    static final class Buffer {
        private final ArrayDeque<Integer> items = new ArrayDeque<>();

        synchronized void put(int item) throws InterruptedException {
            while (items.size() == 32) {
                wait();
            }
            items.add(item);
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (items.isEmpty()) {
                wait();
            }
            int item = items.poll();
            notifyAll();
            return item;
        }
    }

    static final Buffer buffer = new Buffer();
    static final ReentrantLock lock = new ReentrantLock();
    static final Map<Integer, Integer> seen = new HashMap<>();
    static final Object[] stripes = new Object[STRIPES];
    static final int[] counts = new int[STRIPES];
    static final AtomicLong total = new AtomicLong();

    static void produce(int from) throws InterruptedException {
        for (int i = 0; i < ITEMS; i++) {
            buffer.put(from + i);
        }
    }

    static void consume() throws InterruptedException {
        for (int i = 0; i < ITEMS; i++) {
            int item = buffer.take();
            int stripe = item % STRIPES;
            synchronized (stripes[stripe]) {
                counts[stripe] += item;
            }
            lock.lock();
            try {
                seen.merge(item % 100, 1, Integer::sum);
            } finally {
                lock.unlock();
            }
            total.addAndGet(item);
        }
    }

    interface Work {
        void run() throws InterruptedException;
    }

    static Thread start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new Object();
        }
        Thread[] threads = {
            start(() -> produce(0)), start(() -> produce(ITEMS)), start(Pipeline::consume), start(Pipeline::consume)
        };
        for (Thread thread : threads) {
            thread.join();
        }
        int sum = 0;
        for (int count : counts) {
            sum += count;
        }
        System.out.println(total + " " + sum + " " + seen.size());
    }
}
