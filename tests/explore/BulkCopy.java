// finds: dead heat: int[0]
// finds: dead heat: int[1]
// finds: uncaught exception: java.lang.RuntimeException: torn
/** An array that is copied into is written element by element: another thread sees the first without the second. */
public class BulkCopy {
    static final int[] source = {1, 1};
    static final int[] target = new int[2];

    public static void main(String[] args) {
        new Thread(() -> System.arraycopy(source, 0, target, 0, 2)).start();
        int first = target[0];
        int second = target[1];
        if (first == 1 && second == 0) {
            throw new RuntimeException("torn");
        }
    }
}
