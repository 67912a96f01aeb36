// Two lines make the same line of a library throw: each is an error of its own.
// finds: uncaught exception: java.lang.NullPointerException
// told: witnessed uncaught 11 java.lang.NullPointerException
// told: witnessed uncaught 13 java.lang.NullPointerException
public class CallersOfRequire {
    static volatile boolean late;

    public static void main(String[] args) {
        Thread thrower = new Thread(() -> {
            if (!late) {
                java.util.Objects.requireNonNull(null);
            } else {
                java.util.Objects.requireNonNull(null);
            }
        });
        thrower.start();
        late = true;
    }
}
