// Many threads at once: all are alive, and parked, until the main thread unparks them one by one.
import java.util.concurrent.locks.LockSupport;

public class Parked {
    static volatile boolean go;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[args.length > 0 ? Integer.parseInt(args[0]) : 2000];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                while (!go) {
                    LockSupport.park();
                }
            });
            threads[i].start();
        }
        go = true;
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
            thread.join();
        }
        System.out.println(go);
    }
}
