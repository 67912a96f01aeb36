/** The usual last line of a constructor: all final fields are written, so nothing is wrong. */
public class FinalBeforeStart implements Runnable {
    final int limit;

    FinalBeforeStart() {
        limit = 1;
        new Thread(this).start();
    }

    @Override
    public void run() {
        if (limit == 0) {
            throw new RuntimeException("too early");
        }
    }

    public static void main(String[] args) {
        new FinalBeforeStart();
    }
}
