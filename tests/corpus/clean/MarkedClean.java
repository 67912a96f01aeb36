// A region marked as atomic that holds its lock from the first access to the last.
import deadheat.Deadheat;
import java.util.concurrent.locks.ReentrantLock;

public class MarkedClean {
    static final ReentrantLock lock = new ReentrantLock();
    static int value = 1;

    static void twice() {
        Deadheat.atomicBegin("twice");
        lock.lock();
        int v = value;
        value = v * 2;
        lock.unlock();
        Deadheat.atomicEnd();
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(MarkedClean::twice);
        Thread t2 = new Thread(MarkedClean::twice);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(value);
    }
}
