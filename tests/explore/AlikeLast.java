// Three threads that are alike until one of them is the last.
// finds: dead heat: AlikeLast.last
import java.util.concurrent.atomic.AtomicInteger;

public class AlikeLast {
    static final AtomicInteger arrived = new AtomicInteger();
    static int last;

    public static void main(String[] args) throws Exception {
        Runnable arrive = () -> {
            if (arrived.incrementAndGet() == 3) {
                last = 1;
            }
        };
        for (int i = 0; i < 3; i++) {
            new Thread(arrive).start();
        }
        last = 2;
    }
}
