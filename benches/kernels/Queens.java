// Recursion with arrays: all placements of queens on a board.
public class Queens {
    private final boolean[] columns;
    private final boolean[] up;
    private final boolean[] down;
    private final int n;
    private int found;

    Queens(int n) {
        this.n = n;
        columns = new boolean[n];
        up = new boolean[2 * n];
        down = new boolean[2 * n];
    }

    void place(int row) {
        if (row == n) {
            found++;
            return;
        }
        for (int column = 0; column < n; column++) {
            if (!columns[column] && !up[row + column] && !down[row - column + n]) {
                columns[column] = up[row + column] = down[row - column + n] = true;
                place(row + 1);
                columns[column] = up[row + column] = down[row - column + n] = false;
            }
        }
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 12;
        Queens board = new Queens(n);
        board.place(0);
        System.out.println("queens " + board.found);
    }
}
