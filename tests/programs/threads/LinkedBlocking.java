// LinkedBlockingQueue and LinkedBlockingDeque: bounded and unbounded, both ends, timed.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class LinkedBlocking {
    static final int END = -1;

    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<Integer> stage1 = new LinkedBlockingQueue<>(2);
        LinkedBlockingQueue<Integer> stage2 = new LinkedBlockingQueue<>();
        Thread source = new Thread(() -> {
            try {
                for (int i = 0; i < 50; i++) stage1.put(i);
                stage1.put(END);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Thread square = new Thread(() -> {
            try {
                for (int v; (v = stage1.take()) != END; ) stage2.put(v * v);
                stage2.put(END);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        source.start();
        square.start();
        List<Integer> results = new ArrayList<>();
        for (int v; (v = stage2.take()) != END; ) results.add(v);
        System.out.println(results);
        System.out.println(stage1.remainingCapacity() + " " + (stage2.remainingCapacity() == Integer.MAX_VALUE));
        System.out.println(stage2.poll(5, TimeUnit.MILLISECONDS) + " " + stage1.offer(1, 5, TimeUnit.MILLISECONDS));

        LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>(4);
        AtomicInteger sum = new AtomicInteger();
        AtomicInteger count = new AtomicInteger();
        Thread[] threads = new Thread[4];
        for (int t = 0; t < 4; t++) {
            final int id = t;
            threads[t] = new Thread(() -> {
                try {
                    for (int k = 1; k <= 30; k++) {
                        switch (id) {
                            case 0 -> deque.putFirst(k);
                            case 1 -> deque.putLast(100 + k);
                            case 2 -> sum.addAndGet(deque.takeFirst());
                            default -> sum.addAndGet(deque.takeLast());
                        }
                        count.incrementAndGet();
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        System.out.println("sum " + sum + " operations " + count + " left " + deque.size());
        deque.addAll(List.of(1, 2, 3, 4));
        System.out.println(deque.offerFirst(0) + " " + deque.offerLast(5, 5, TimeUnit.MILLISECONDS) + " " + deque);
        System.out.println(deque.pollLast() + " " + deque.pollFirst(1, TimeUnit.SECONDS) + " " + deque.removeFirstOccurrence(3) + " " + deque);
        deque.clear();
        System.out.println(deque.pollFirst(5, TimeUnit.MILLISECONDS) + " " + deque.peekLast());
    }
}
