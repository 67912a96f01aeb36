// Two lines that wait for one latch: two lost signals.
// finds: deadlock: *
// told: witnessed lost-signal 15
// told: witnessed lost-signal 17
import java.util.concurrent.CountDownLatch;

public class CallersOfAwait {
    static final CountDownLatch latch = new CountDownLatch(1);
    static volatile boolean late;

    public static void main(String[] args) {
        Thread waiter = new Thread(() -> {
            try {
                if (!late) {
                    latch.await();
                } else {
                    latch.await();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        waiter.start();
        late = true;
    }
}
