// A semaphore without permits is the signal from the writer to the reader, a second one the way back.
import java.util.concurrent.Semaphore;

public class SemaphoreHandover {
    static final Semaphore full = new Semaphore(0);
    static final Semaphore free = new Semaphore(1);
    static int slot;
    static int sum;

    static void write() {
        for (int i = 1; i <= 3; i++) {
            free.acquireUninterruptibly();
            slot = i;
            full.release();
        }
    }

    static void read() {
        for (int i = 1; i <= 3; i++) {
            full.acquireUninterruptibly();
            sum += slot;
            free.release();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(SemaphoreHandover::write);
        Thread t2 = new Thread(SemaphoreHandover::read);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(sum);
    }
}
