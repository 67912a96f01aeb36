// The reference to the array is volatile, its elements are not.
// expect race VolatileArray.cells[] @inc @inc
public class VolatileArray {
    static volatile int[] cells = new int[2];

    static void work() {
        int[] c = cells;
        c[1]++; // @inc
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(VolatileArray::work);
        Thread t2 = new Thread(VolatileArray::work);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(cells[1] <= 2);
    }
}
