// More threads alive at once than there are large stacks, each of which goes some way down.
import java.util.concurrent.locks.LockSupport;

public class ManyAlive {
    static volatile boolean go;

    static int deep(int n) {
        return n == 0 ? 0 : 1 + deep(n - 1);
    }

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[5000];
        int[] sum = new int[1];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                while (!go) {
                    LockSupport.park();
                }
                int depth = deep(500);
                synchronized (sum) {
                    sum[0] += depth;
                }
            });
            threads[i].start();
        }
        int alive = 0;
        for (Thread thread : threads) {
            alive += thread.isAlive() ? 1 : 0;
        }
        go = true;
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(alive + " " + sum[0]);
    }
}
