// PriorityBlockingQueue: concurrent adds, ordered takes, FIFO tie-break by sequence number.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class PriorityBlocking {
    record Job(int priority, int owner, int seq) implements Comparable<Job> {
        public int compareTo(Job o) {
            int c = Integer.compare(o.priority, priority);
            if (c == 0) c = Integer.compare(owner, o.owner);
            return c != 0 ? c : Integer.compare(seq, o.seq);
        }
    }

    public static void main(String[] args) throws Exception {
        PriorityBlockingQueue<Job> q = new PriorityBlockingQueue<>(2);
        Thread[] threads = new Thread[3];
        for (int t = 0; t < 3; t++) {
            final int id = t;
            threads[t] = new Thread(() -> {
                for (int k = 0; k < 10; k++) q.put(new Job(k % 3, id, k));
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        StringBuilder out = new StringBuilder();
        for (Job j; (j = q.poll()) != null; ) {
            out.append(j.priority).append(j.owner).append(j.seq).append(' ');
        }
        System.out.println(out.toString().trim());

        AtomicInteger sum = new AtomicInteger();
        PriorityBlockingQueue<Integer> ints = new PriorityBlockingQueue<>(1, Comparator.reverseOrder());
        for (int t = 0; t < 3; t++) {
            final int id = t;
            threads[t] = new Thread(() -> {
                try {
                    for (int k = 0; k < 40; k++) {
                        if (id == 0) {
                            ints.put(k);
                            ints.put(100 + k);
                        } else {
                            sum.addAndGet(ints.take());
                        }
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        System.out.println("sum " + sum + " left " + ints.size());
        ints.addAll(List.of(3, 9, 1, 7));
        System.out.println(ints.peek() + " " + ints.remove(9) + " " + ints.take() + " " + ints.remainingCapacity());
        List<Integer> rest = new ArrayList<>();
        ints.drainTo(rest);
        System.out.println(rest + " " + ints.poll(5, TimeUnit.MILLISECONDS));
        try {
            new PriorityBlockingQueue<Object>().addAll(List.of(new Object(), new Object()));
        } catch (ClassCastException e) {
            System.out.println("not comparable");
        }
    }
}
