// finds: deadlock: *
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class SemaphoreCrossed {
    static final Semaphore one = new Semaphore(1), two = new Semaphore(1);

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { one.acquireUninterruptibly(); two.acquireUninterruptibly(); two.release(); one.release(); }), b = new Thread(() -> { two.acquireUninterruptibly(); one.acquireUninterruptibly(); one.release(); two.release(); });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}
