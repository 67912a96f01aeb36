import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class ReadersAndWriter {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int x;

    static void read() {
        lock.readLock().lock();
        int seen = x;
        lock.readLock().unlock();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(ReadersAndWriter::read), b = new Thread(() -> {
            lock.writeLock().lock();
            x++;
            lock.writeLock().unlock();
        });
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
