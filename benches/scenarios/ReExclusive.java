// Memory belongs to one thread after the other: to the parent, to its children, and after the joins to the parent again (after
// tc03_re_excl and hg03_inherit of Helgrind's tests). Clean.
public class ReExclusive {
    private static final int SIZE = 128;
    private static final int SMALL = 16;

    private static final int[] numbers = new int[SIZE];

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < SIZE; i++) {
            numbers[i] = i;
        }
        fold(0, SIZE);
        System.out.println(numbers[0]);
    }

    /** Adds up a part of the array into its first cell; halves of it in threads of their own. */
    private static void fold(int from, int to) {
        if (to - from <= SMALL) {
            for (int i = from + 1; i < to; i++) {
                numbers[from] += numbers[i];
            }
            return;
        }
        int middle = (from + to) / 2;
        Thread left = new Thread(() -> fold(from, middle));
        Thread right = new Thread(() -> fold(middle, to));
        left.start();
        right.start();
        join(left);
        join(right);
        numbers[from] += numbers[middle];
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
