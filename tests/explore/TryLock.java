// finds: uncaught exception: java.lang.AssertionError: missed
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class TryLock {
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { lock.lock(); lock.unlock(); }), b = new Thread(() -> { if (!lock.tryLock()) throw new AssertionError("missed"); lock.unlock(); });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}
