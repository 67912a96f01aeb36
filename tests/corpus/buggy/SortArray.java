// Two sorters exchange neighbours in their halves of an array; the halves share the middle element
// (the idea of the subject SortArray of Shacham 2004).
// expect race SortArray.data[] @compare @swap
// allow race SortArray.data[] @swap @swap
// allow race SortArray.data[] @keep @swap
public class SortArray {
    static final int[] data = {5, 4, 3, 2, 1};

    static void sort(int from, int to) {
        for (int i = from; i < to; i++) {
            if (data[i] > data[i + 1]) { // @compare
                int t = data[i]; // @keep
                data[i] = data[i + 1]; data[i + 1] = t; // @swap
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> sort(0, 2));
        Thread t2 = new Thread(() -> sort(2, 4));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(data.length);
    }
}
