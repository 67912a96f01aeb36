// Matrix product by row blocks in plain threads, then by a shared row counter.
import java.util.concurrent.atomic.AtomicInteger;

public class MatrixBlocks {
    static final int N = 16;

    static double[][] matrix(int seed) {
        double[][] m = new double[N][N];
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) m[i][j] = ((i * seed + j * 3) % 11) / 4.0;
        }
        return m;
    }

    static void row(double[][] a, double[][] b, double[][] c, int i) {
        for (int j = 0; j < N; j++) {
            double s = 0;
            for (int k = 0; k < N; k++) s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
    }

    static String checksum(double[][] c) {
        double sum = 0, trace = 0;
        for (int i = 0; i < N; i++) {
            trace += c[i][i];
            for (int j = 0; j < N; j++) sum += c[i][j] * (i + 1) / (j + 1);
        }
        return sum + " " + trace;
    }

    public static void main(String[] args) throws Exception {
        double[][] a = matrix(5), b = matrix(7);
        double[][] c = new double[N][N], d = new double[N][N], e = new double[N][N];
        for (int i = 0; i < N; i++) row(a, b, c, i);
        Thread[] threads = new Thread[4];
        for (int t = 0; t < 4; t++) {
            final int from = t * N / 4, to = (t + 1) * N / 4;
            threads[t] = new Thread(() -> {
                for (int i = from; i < to; i++) row(a, b, d, i);
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        AtomicInteger next = new AtomicInteger();
        int[] rows = new int[3];
        Thread[] takers = new Thread[3];
        for (int t = 0; t < 3; t++) {
            final int id = t;
            takers[t] = new Thread(() -> {
                for (int i; (i = next.getAndIncrement()) < N; ) {
                    row(a, b, e, i);
                    rows[id]++;
                }
            });
            takers[t].start();
        }
        for (Thread t : takers) t.join();
        System.out.println(checksum(c));
        System.out.println(checksum(d).equals(checksum(c)) + " " + checksum(e).equals(checksum(c)));
        System.out.println("rows " + (rows[0] + rows[1] + rows[2]));
        System.out.println(c[3][4] + " " + d[3][4] + " " + e[3][4]);
    }
}
