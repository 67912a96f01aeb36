// finds: dead heat: WriteUnderReadLock.x
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class WriteUnderReadLock {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int x;

    static void write() {
        lock.readLock().lock();
        x++;
        lock.readLock().unlock();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { write(); }), b = new Thread(() -> { write(); });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}
