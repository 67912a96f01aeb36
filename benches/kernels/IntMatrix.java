// Integer arithmetic on two-dimensional arrays: a power of a matrix.
public class IntMatrix {
    static int[][] multiply(int[][] a, int[][] b) {
        int n = a.length;
        int[][] c = new int[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                int sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[i][k] * b[k][j];
                }
                c[i][j] = sum;
            }
        }
        return c;
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 24;
        int[][] m = new int[110][110];
        for (int i = 0; i < m.length; i++) {
            for (int j = 0; j < m.length; j++) {
                m[i][j] = i ^ j * 3;
            }
        }
        int[][] power = m;
        for (int r = 0; r < rounds; r++) {
            power = multiply(power, m);
        }
        int trace = 0;
        for (int i = 0; i < m.length; i++) {
            trace += power[i][i];
        }
        System.out.println("int matrix trace " + trace);
    }
}
