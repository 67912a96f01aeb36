// CyclicBarrier with an action over several generations; prefix sums in lockstep.
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class Barriers {
    public static void main(String[] args) throws Exception {
        int n = 8;
        int[][] buf = {new int[n], new int[n]};
        for (int i = 0; i < n; i++) buf[0][i] = i + 1;
        StringBuilder log = new StringBuilder();
        int[] current = {0};
        int[] rounds = {0};
        int[] last = new int[1];
        CyclicBarrier barrier = new CyclicBarrier(n, () -> {
            current[0] ^= 1;
            rounds[0]++;
            log.append(rounds[0]).append(':').append(buf[current[0]][n - 1]).append(' ');
        });
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            final int id = i;
            threads[i] = new Thread(() -> {
                try {
                    for (int step = 1; step < n; step *= 2) {
                        int[] from = buf[current[0]];
                        int[] to = buf[current[0] ^ 1];
                        to[id] = id >= step ? from[id] + from[id - step] : from[id];
                        int index = barrier.await();
                        if (index == 0) {
                            synchronized (last) {
                                last[0]++;
                            }
                        }
                    }
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new AssertionError(e);
                }
            });
            threads[i].start();
        }
        for (Thread t : threads) t.join();
        StringBuilder out = new StringBuilder();
        for (int v : buf[current[0]]) out.append(v).append(' ');
        System.out.println(out.toString().trim());
        System.out.println(log.toString().trim() + " rounds " + rounds[0] + " last arrivals " + last[0]);
        System.out.println(barrier.getParties() + " " + barrier.getNumberWaiting() + " " + barrier.isBroken());
        CyclicBarrier alone = new CyclicBarrier(1, () -> System.out.println("action in " + Thread.currentThread().getName()));
        System.out.println("index " + alone.await());
        CyclicBarrier failing = new CyclicBarrier(1, () -> {
            throw new IllegalStateException("action failed");
        });
        try {
            failing.await();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + ", broken " + failing.isBroken());
        }
    }
}
