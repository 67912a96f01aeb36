// Rate-limited game of life: bands of rows computed by threads in step with a barrier.
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class LifeBarriers {
    static final int H = 12, W = 16, GENERATIONS = 6;
    static boolean[][] now = new boolean[H][W];
    static boolean[][] next = new boolean[H][W];

    static int neighbours(int r, int c) {
        int n = 0;
        for (int dr = -1; dr <= 1; dr++) {
            for (int dc = -1; dc <= 1; dc++) {
                if ((dr != 0 || dc != 0) && now[(r + dr + H) % H][(c + dc + W) % W]) n++;
            }
        }
        return n;
    }

    static int population() {
        int n = 0;
        for (boolean[] row : now) for (boolean b : row) if (b) n++;
        return n;
    }

    public static void main(String[] args) throws Exception {
        int[][] cells = {{1, 2}, {2, 3}, {3, 1}, {3, 2}, {3, 3}, {7, 8}, {7, 9}, {7, 10}, {6, 11}, {8, 11}};
        for (int[] c : cells) now[c[0]][c[1]] = true;
        StringBuilder populations = new StringBuilder("populations " + population());
        CyclicBarrier tick = new CyclicBarrier(3, () -> {
            boolean[][] t = now;
            now = next;
            next = t;
            populations.append(' ').append(population());
            try {
                Thread.sleep(2);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Thread[] bands = new Thread[3];
        for (int b = 0; b < 3; b++) {
            final int from = b * H / 3, to = (b + 1) * H / 3;
            bands[b] = new Thread(() -> {
                try {
                    for (int g = 0; g < GENERATIONS; g++) {
                        for (int r = from; r < to; r++) {
                            for (int c = 0; c < W; c++) {
                                int n = neighbours(r, c);
                                next[r][c] = n == 3 || n == 2 && now[r][c];
                            }
                        }
                        tick.await();
                    }
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new AssertionError(e);
                }
            });
            bands[b].start();
        }
        for (Thread t : bands) t.join();
        System.out.println(populations);
        for (boolean[] row : now) {
            StringBuilder line = new StringBuilder();
            for (boolean b : row) line.append(b ? '#' : '.');
            System.out.println(line);
        }
    }
}
