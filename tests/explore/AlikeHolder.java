// A lock knows which of the threads never gave it back, and its subclass may ask.
// finds: dead heat: AlikeHolder.first
// finds: dead heat: AlikeHolder.another
import java.util.concurrent.locks.ReentrantLock;

public class AlikeHolder extends ReentrantLock {
    static int first, another;

    Thread owner() {
        return getOwner();
    }

    public static void main(String[] args) throws Exception {
        AlikeHolder lock = new AlikeHolder();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            threads[i] = new Thread(lock::tryLock);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (lock.owner() == threads[0]) {
            new Thread(() -> first = 1).start();
            first = 2;
        } else {
            new Thread(() -> another = 1).start();
            another = 2;
        }
    }
}
