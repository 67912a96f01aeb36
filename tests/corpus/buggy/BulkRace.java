// The library reads and writes arrays of the program's: filling, copying, cloning, making strings.
// expect race BulkRace.filled[] @fill @first
// expect race BulkRace.copied[] @copy @second
// expect race BulkRace.cloned[] @clone @third
// expect race BulkRace.chars[] @string @fourth
import java.util.Arrays;

public class BulkRace {
    static final int[] filled = new int[2];
    static final long[] copied = new long[2];
    static final byte[] cloned = new byte[2];
    static final char[] chars = {'a', 'b'};

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            Arrays.fill(filled, 1); // @fill
            System.arraycopy(new long[] {1, 2}, 0, copied, 0, 2); // @copy
            cloned.clone(); // @clone
            new String(chars); // @string
        });
        other.start();
        filled[1] = 2; // @first
        copied[1] = 2; // @second
        cloned[1] = 2; // @third
        chars[1] = 'x'; // @fourth
        other.join();
    }
}
