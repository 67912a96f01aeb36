// ArrayBlockingQueue: blocking put/take, timed offer/poll, drainTo, capacity, fairness flag.
import java.util.*;
import java.util.concurrent.*;

public class ArrayBlocking {
    public static void main(String[] args) throws Exception {
        ArrayBlockingQueue<Integer> q = new ArrayBlockingQueue<>(3);
        System.out.println(q.offer(1) + " " + q.offer(2) + " " + q.add(3) + " " + q.offer(4) + " " + q.remainingCapacity());
        System.out.println("timed offer " + q.offer(5, 10, TimeUnit.MILLISECONDS));
        try {
            q.add(6);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        List<Integer> drained = new ArrayList<>();
        System.out.println(q.drainTo(drained, 2) + " " + drained + " " + q + " " + q.drainTo(drained) + " " + drained);
        System.out.println("timed poll " + q.poll(10, TimeUnit.MILLISECONDS) + " " + q.poll() + " " + q.peek());

        long[] sums = new long[3];
        Thread[] consumers = new Thread[3];
        Thread[] producers = new Thread[2];
        for (int c = 0; c < 3; c++) {
            final int id = c;
            consumers[c] = new Thread(() -> {
                try {
                    for (int v; (v = q.take()) >= 0; ) sums[id] += v;
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            consumers[c].start();
        }
        for (int p = 0; p < 2; p++) {
            final int id = p;
            producers[p] = new Thread(() -> {
                try {
                    for (int k = 0; k < 60; k++) q.put(id * 60 + k);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            producers[p].start();
        }
        for (Thread t : producers) t.join();
        for (int c = 0; c < 3; c++) q.put(-1);
        for (Thread t : consumers) t.join();
        System.out.println("sum " + (sums[0] + sums[1] + sums[2]) + " left " + q.size());

        ArrayBlockingQueue<String> fair = new ArrayBlockingQueue<>(1, true, List.of("first"));
        Thread putter = new Thread(() -> {
            try {
                fair.put("second");
            } catch (InterruptedException e) {
                System.out.println("put interrupted");
            }
        });
        putter.start();
        while (putter.getState() != Thread.State.WAITING) Thread.sleep(1);
        System.out.println(fair);
        putter.interrupt();
        putter.join();
        System.out.println(fair.take() + " " + fair.isEmpty());
        Thread taker = new Thread(() -> {
            try {
                System.out.println("took " + fair.poll(1, TimeUnit.DAYS));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        taker.start();
        fair.put("late");
        taker.join();
    }
}
