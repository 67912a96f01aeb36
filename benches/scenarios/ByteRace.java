// Two threads write bytes side by side, which is no race, and meet at one byte (after tc16_byterace of Helgrind's tests).
// expect race ByteRace.bytes[] @low @high
public class ByteRace {
    private static final int HALF = 200;

    /** Each thread has one half; the one in the middle belongs to both. */
    private static final byte[] bytes = new byte[2 * HALF + 1];

    public static void main(String[] args) throws InterruptedException {
        Thread low = new Thread(ByteRace::fillLow);
        Thread high = new Thread(ByteRace::fillHigh);
        low.start();
        high.start();
        low.join();
        high.join();
        System.out.println(checksum() > 0);
    }

    private static void fillLow() {
        for (int i = 0; i <= HALF; i++) {
            bytes[i] = (byte) (i + 1); // @low
        }
    }

    private static void fillHigh() {
        for (int i = 2 * HALF; i >= HALF; i--) {
            bytes[i] = (byte) (i - HALF); // @high
        }
    }

    private static int checksum() {
        int sum = 0;
        for (byte one : bytes) {
            sum += one & 0xff;
        }
        return sum;
    }
}
