// ConcurrentLinkedQueue and ConcurrentLinkedDeque filled and drained by several threads.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class LinkedConcurrent {
    public static void main(String[] args) throws Exception {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
        AtomicInteger taken = new AtomicInteger();
        AtomicLong sum = new AtomicLong();
        AtomicInteger disorder = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            final int id = t;
            threads.add(new Thread(() -> {
                for (int k = 0; k < 60; k++) {
                    queue.offer(id * 1000 + k);
                    if (k % 2 == 0) deque.addFirst(k);
                    else deque.addLast(k);
                }
            }));
            threads.add(new Thread(() -> {
                int[] last = {-1, -1, -1};
                while (taken.get() < 180) {
                    Integer v = queue.poll();
                    if (v == null) {
                        Thread.yield();
                        continue;
                    }
                    if (v % 1000 <= last[v / 1000]) disorder.incrementAndGet();
                    last[v / 1000] = v % 1000;
                    taken.incrementAndGet();
                    sum.addAndGet(v);
                }
            }));
        }
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
        System.out.println("taken " + taken + " sum " + sum + " disorder " + disorder + " empty " + queue.isEmpty());
        int evens = 0, odds = 0;
        boolean split = true;
        boolean inOdds = false;
        for (int v : deque) {
            if (v % 2 == 0) evens++;
            else odds++;
            if (v % 2 == 1) inOdds = true;
            else if (inOdds) split = false;
        }
        System.out.println("deque " + deque.size() + " evens " + evens + " odds " + odds + " split " + split);
        System.out.println(deque.peekFirst() % 2 + " " + deque.peekLast() % 2);
        AtomicInteger fromFront = new AtomicInteger(), fromBack = new AtomicInteger();
        Thread front = new Thread(() -> {
            for (Integer v; (v = deque.pollFirst()) != null; ) fromFront.incrementAndGet();
        });
        Thread back = new Thread(() -> {
            for (Integer v; (v = deque.pollLast()) != null; ) fromBack.incrementAndGet();
        });
        front.start();
        back.start();
        front.join();
        back.join();
        System.out.println("drained " + (fromFront.get() + fromBack.get()) + " " + deque.isEmpty());
        queue.addAll(List.of(5, 6, 7, 6));
        System.out.println(queue.remove(6) + " " + queue + " " + queue.removeIf(v -> v > 6) + " " + queue.peek());
        deque.push(1);
        deque.push(2);
        System.out.println(deque.pop() + " " + deque.removeLastOccurrence(1) + " " + deque.pollFirst());
    }
}
