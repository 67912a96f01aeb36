// SynchronousQueue: hand-offs, failed offers and polls, timed, fair order of putters.
import java.util.concurrent.*;

public class SyncQueue {
    public static void main(String[] args) throws Exception {
        for (boolean fair : new boolean[] {false, true}) {
            SynchronousQueue<Integer> q = new SynchronousQueue<>(fair);
            System.out.println(q.offer(1) + " " + q.poll() + " " + q.offer(1, 5, TimeUnit.MILLISECONDS) + " " + q.poll(5, TimeUnit.MILLISECONDS));
            System.out.println(q.size() + " " + q.isEmpty() + " " + q.peek() + " " + q.remainingCapacity());
            StringBuilder log = new StringBuilder();
            Thread giver = new Thread(() -> {
                try {
                    for (int i = 0; i < 30; i++) q.put(i);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            giver.start();
            for (int i = 0; i < 30; i++) log.append(q.take()).append(' ');
            giver.join();
            System.out.println(log.toString().trim());
            long[] sums = new long[2];
            Thread[] threads = new Thread[4];
            for (int t = 0; t < 4; t++) {
                final int id = t;
                threads[t] = new Thread(() -> {
                    try {
                        for (int i = 0; i < 25; i++) {
                            if (id < 2) q.put(id * 25 + i);
                            else sums[id - 2] += q.take();
                        }
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
                threads[t].start();
            }
            for (Thread t : threads) t.join();
            System.out.println("sum " + (sums[0] + sums[1]));
        }
        SynchronousQueue<Integer> ordered = new SynchronousQueue<>(true);
        Thread[] putters = new Thread[4];
        for (int i = 0; i < 4; i++) {
            final int id = i;
            putters[i] = new Thread(() -> {
                try {
                    ordered.put(id);
                } catch (InterruptedException e) {
                    System.out.println("putter " + id + " interrupted");
                }
            });
            putters[i].start();
            while (putters[i].getState() != Thread.State.WAITING) Thread.sleep(1);
        }
        putters[1].interrupt();
        putters[1].join();
        System.out.println(ordered.take() + " " + ordered.take() + " " + ordered.poll(1, TimeUnit.DAYS));
        for (Thread t : putters) t.join();
    }
}
