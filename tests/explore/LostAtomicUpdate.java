// finds: uncaught exception: java.lang.AssertionError: lost
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class LostAtomicUpdate {
    static final AtomicInteger n = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { n.set(n.get() + 1); }), b = new Thread(() -> { n.set(n.get() + 1); });
        a.start();
        b.start();
        a.join();
        b.join();
        if (n.get() != 2) throw new AssertionError("lost");
    }
}
