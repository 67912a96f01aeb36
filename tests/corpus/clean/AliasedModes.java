// The read and the write side of a lock are used through their own variables; a writer may take the read side as well.
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class AliasedModes {
    static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock(true);
    static final Lock read = rw.readLock();
    static final Lock write = rw.writeLock();
    static int x;
    static int seen;

    static void add() {
        write.lock();
        try {
            x++;
            read.lock();
            x++;
            read.unlock();
        } finally {
            write.unlock();
        }
    }

    static void look() {
        read.lock();
        try {
            seen = x;
        } finally {
            read.unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(AliasedModes::add);
        Thread t2 = new Thread(AliasedModes::look);
        Thread t3 = new Thread(AliasedModes::add);
        t1.start();
        t2.start();
        t3.start();
        t1.join();
        t2.join();
        t3.join();
        System.out.println(x + " " + (seen % 2));
    }
}
