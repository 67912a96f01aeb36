// finds: deadlock: permits
// finds: uncaught exception: java.lang.IllegalStateException: a permit, with the flag still set
// finds: uncaught exception: java.lang.IllegalStateException: no permit
import java.util.concurrent.Semaphore;

public class PermitOrInterrupt {
    static volatile boolean near;
    static final Semaphore permits = new Semaphore(0);

    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            near = true;
            try {
                permits.acquire();
            } catch (InterruptedException e) {
                throw new IllegalStateException("no permit");
            }
            if (Thread.interrupted()) throw new IllegalStateException("a permit, with the flag still set");
        });
        t.start();
        if (near) {
            t.interrupt();
            permits.release();
        }
    }
}
