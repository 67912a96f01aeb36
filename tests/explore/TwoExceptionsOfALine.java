// One line can throw two kinds of exceptions: two errors.
// finds: uncaught exception: *
// told: witnessed uncaught 12 java.lang.ArithmeticException
// told: witnessed uncaught 12 java.lang.NullPointerException
public class TwoExceptionsOfALine {
    static volatile int divisor = 1;
    static volatile int[] values = new int[1];

    public static void main(String[] args) {
        Thread user = new Thread(() -> {
            // Both can go wrong
            values[0] = 1 / divisor;
        });
        user.start();
        divisor = 0;
        divisor = 1;
        values = null;
    }
}
