// Two threads fill ranges of an array that overlap in one element.
// expect race ArrayCells.data[] @fill @fill
public class ArrayCells {
    static final int[] data = new int[5];

    static void fill(int from, int to, int v) {
        for (int i = from; i <= to; i++) {
            data[i] = v; // @fill
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> fill(0, 2, 1));
        Thread t2 = new Thread(() -> fill(2, 4, 2));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(data[0] + data[4]);
    }
}
