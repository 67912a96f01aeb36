// finds: dead heat: int[1]
// finds: dead heat: long[0]
// finds: uncaught exception: java.lang.RuntimeException: equal
/** Comparing and hashing read the elements of arrays. */
public class BulkCompare {
    static final int[] numbers = {1, 2};
    static final long[] longs = {1};

    public static void main(String[] args) {
        new Thread(() -> {
            if (java.util.Arrays.equals(numbers, new int[] {1, 7})) {
                throw new RuntimeException("equal");
            }
            java.util.Arrays.hashCode(longs);
        }).start();
        numbers[1] = 7;
        longs[0] = 3;
    }
}
