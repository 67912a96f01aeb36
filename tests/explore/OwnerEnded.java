// finds: deadlock: lock java.util.concurrent.locks.ReentrantLock
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class OwnerEnded {
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { lock.lock(); }), b = new Thread(() -> { lock.lock(); lock.unlock(); });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}
