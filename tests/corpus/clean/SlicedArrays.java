// Each thread has its own elements of an array and its own rows of a matrix.
public class SlicedArrays {
    static final int[] data = new int[6];
    static final int[][] grid = new int[3][2];

    static void work(int me) {
        for (int i = me; i < 6; i += 3) {
            data[i] = me + 1;
            data[i]++;
        }
        for (int c = 0; c < 2; c++) {
            grid[me][c] += me + c;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread[] t = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int me = i;
            t[i] = new Thread(() -> work(me));
            t[i].start();
        }
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            t[i].join();
            sum += data[i] + data[i + 3] + grid[i][0] + grid[i][1];
        }
        System.out.println(sum);
    }
}
