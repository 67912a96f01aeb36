// A semaphore meant as a mutex was made with two permits; both threads are inside at once.
// expect race TwoPermits.n @inc @inc
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;

public class TwoPermits {
    static final Semaphore mutex = new Semaphore(2);
    static final CyclicBarrier inside = new CyclicBarrier(2);
    static int n;

    static void work() {
        try {
            mutex.acquire();
            inside.await();
            n++; // @inc
            mutex.release();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(TwoPermits::work);
        Thread t2 = new Thread(TwoPermits::work);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(n <= 2);
    }
}
