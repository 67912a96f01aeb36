import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class AtomicUpdate {
    static final AtomicInteger n = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { n.incrementAndGet(); }), b = new Thread(() -> { n.incrementAndGet(); });
        a.start();
        b.start();
        a.join();
        b.join();
        if (n.get() != 2) throw new AssertionError("lost");
    }
}
