// finds: dead heat: int[0]
// finds: dead heat: CloneIsRead$Pair.a
// finds: uncaught exception: java.lang.RuntimeException: new
/** A copy of an array, or of an object, reads it. */
public class CloneIsRead {
    static final int[] numbers = {0, 1};
    static final Pair pair = new Pair();
    static volatile int signal;

    static class Pair implements Cloneable {
        int a;
        int b;

        Pair copy() {
            try {
                return (Pair) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            signal = 1;
            int[] copy = numbers.clone();
            if (copy[0] == 1) {
                throw new RuntimeException("new");
            }
            pair.copy();
        }).start();
        if (signal == 1) {
            numbers[0] = 1;
        }
        pair.a = 3;
    }
}
