import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class SpinLock {
    static final AtomicBoolean held = new AtomicBoolean();
    static int x;

    static void work() {
        while (!held.compareAndSet(false, true)) Thread.onSpinWait();
        x++;
        held.set(false);
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { work(); }), b = new Thread(() -> { work(); });
        a.start();
        b.start();
        a.join();
        b.join();
        if (x != 2) throw new AssertionError("lost");
    }
}
