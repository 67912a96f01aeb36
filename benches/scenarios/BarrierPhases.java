// Threads smooth a row into another one, and change the rows at a barrier (after the barriers in Helgrind's manual). Clean.
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierPhases {
    private static final int THREADS = 3;
    private static final int PART = 8;
    private static final int PHASES = 24;

    private static final CyclicBarrier barrier = new CyclicBarrier(THREADS);
    private static final int[][] rows = new int[2][THREADS * PART];

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < THREADS * PART; i++) {
            rows[0][i] = 100 * i;
        }
        Thread[] threads = new Thread[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int from = t * PART;
            threads[t] = new Thread(() -> smooth(from));
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(rows[PHASES % 2][1]);
    }

    private static void smooth(int from) {
        for (int phase = 0; phase < PHASES; phase++) {
            int[] old = rows[phase % 2];
            int[] next = rows[1 - phase % 2];
            for (int i = from; i < from + PART; i++) {
                int left = old[Math.max(i - 1, 0)];
                int right = old[Math.min(i + 1, old.length - 1)];
                next[i] = (left + right) / 2;
            }
            await();
        }
    }

    private static void await() {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new AssertionError(e);
        }
    }
}
