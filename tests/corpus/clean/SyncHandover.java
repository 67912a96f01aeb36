// A SynchronousQueue hands objects from thread to thread.
import java.util.concurrent.SynchronousQueue;

public class SyncHandover {
    static class Job {
        int n;
    }

    static final SynchronousQueue<Job> queue = new SynchronousQueue<>();
    static int sum;

    static void give() {
        try {
            for (int i = 1; i <= 2; i++) {
                Job j = new Job();
                j.n = i;
                queue.put(j);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void get() {
        try {
            for (int i = 1; i <= 2; i++) {
                Job j = queue.take();
                j.n += 100;
                sum += j.n;
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(SyncHandover::give);
        Thread t2 = new Thread(SyncHandover::get);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(sum);
    }
}
