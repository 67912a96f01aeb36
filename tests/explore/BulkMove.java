// finds: dead heat: int[1]
/** Source and target are one array, moved up by one. */
public class BulkMove {
    static final int[] numbers = {1, 2, 3};

    public static void main(String[] args) throws InterruptedException {
        Thread mover = new Thread(() -> System.arraycopy(numbers, 0, numbers, 1, 2));
        mover.start();
        numbers[1] = 7;
        mover.join();
        if (numbers[0] != 1) {
            throw new AssertionError("the first element is not written to");
        }
        if (numbers[2] != 2 && numbers[2] != 7) {
            throw new AssertionError("moved from the wrong end");
        }
    }
}
