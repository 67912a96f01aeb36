// One thread owns the rows, the other sums a column: the rows themselves are found safely, their elements are not.
// expect race GridColumns.grid[][] @row @column
public class GridColumns {
    static final int[][] grid = new int[3][3];
    static int sum;

    static void fillRow(int r) {
        for (int c = 0; c < 3; c++) {
            grid[r][c] = r + c; // @row
        }
    }

    static void sumColumn(int c) {
        int s = 0;
        for (int r = 0; r < 3; r++) {
            s += grid[r][c]; // @column
        }
        sum = s;
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> fillRow(1));
        Thread t2 = new Thread(() -> sumColumn(2));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(sum <= 3);
    }
}
