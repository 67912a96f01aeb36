// finds: dead heat: int[1]
/** The second of three elements that are filled. */
public class BulkFill {
    static final int[] numbers = {3, 2, 1};

    public static void main(String[] args) {
        new Thread(() -> java.util.Arrays.fill(numbers, 4)).start();
        numbers[1] = 7;
    }
}
