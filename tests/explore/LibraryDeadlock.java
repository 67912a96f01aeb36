// finds: deadlock: lock java.util.concurrent.locks.ReentrantLock
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class LibraryDeadlock {
    static final ReentrantLock one = new ReentrantLock(), two = new ReentrantLock();

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { one.lock(); two.lock(); two.unlock(); one.unlock(); }), b = new Thread(() -> { two.lock(); one.lock(); one.unlock(); two.unlock(); });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}
