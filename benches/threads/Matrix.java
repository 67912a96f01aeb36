// Two matrices are multiplied by rows, a thread for each quarter of the rows.
public class Matrix {
    static final int N = 140;

    static double[][] filled(int seed) {
        double[][] matrix = new double[N][N];
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                matrix[i][j] = (i * seed + j) % 10;
            }
        }
        return matrix;
    }

    static void multiply(double[][] a, double[][] b, double[][] product, int from, int to) {
        for (int i = from; i < to; i++) {
            for (int j = 0; j < N; j++) {
                double sum = 0;
                for (int k = 0; k < N; k++) {
                    sum += a[i][k] * b[k][j];
                }
                product[i][j] = sum;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        double[][] a = filled(3);
        double[][] b = filled(7);
        double[][] product = new double[N][N];
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            int from = t * N / threads.length;
            int to = (t + 1) * N / threads.length;
            threads[t] = new Thread(() -> multiply(a, b, product, from, to));
            threads[t].start();
        }
        double trace = 0;
        for (Thread thread : threads) {
            thread.join();
        }
        for (int i = 0; i < N; i++) {
            trace += product[i][i];
        }
        System.out.println(trace);
    }
}
