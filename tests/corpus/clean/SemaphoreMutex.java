// A semaphore with one permit as a mutex.
import java.util.concurrent.Semaphore;

public class SemaphoreMutex {
    static final Semaphore mutex = new Semaphore(1);
    static int n;

    static void work() {
        for (int i = 0; i < 2; i++) {
            mutex.acquireUninterruptibly();
            n++;
            mutex.release();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(SemaphoreMutex::work);
        Thread t2 = new Thread(SemaphoreMutex::work);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(n);
    }
}
