// Three threads that are alike until one of them is the last.
// finds: uncaught exception: java.lang.IllegalStateException: last
import java.util.concurrent.atomic.AtomicInteger;

public class AlikeLast {
    static final AtomicInteger arrived = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        Runnable arrive = () -> {
            if (arrived.incrementAndGet() == 3) {
                throw new IllegalStateException("last");
            }
        };
        for (int i = 0; i < 3; i++) {
            new Thread(arrive).start();
        }
    }
}
