// finds: dead heat: FinalAfterStart.limit
// finds: uncaught exception: java.lang.RuntimeException: too early
/** A thread that a constructor starts sees a final field before it is written. */
public class FinalAfterStart {
    final int limit;

    FinalAfterStart() {
        new Thread(() -> {
            if (limit() == 0) {
                throw new RuntimeException("too early");
            }
        }).start();
        limit = 1;
    }

    int limit() {
        return limit;
    }

    public static void main(String[] args) {
        new FinalAfterStart();
    }
}
