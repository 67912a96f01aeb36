// park and unpark with a volatile flag in a loop.
import java.util.concurrent.locks.LockSupport;

public class ParkHandover {
    static volatile boolean ready;
    static int data;
    static int copy;

    static void sleep() {
        while (!ready) {
            LockSupport.park();
        }
        copy = data;
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(ParkHandover::sleep);
        t.start();
        data = 13;
        ready = true;
        LockSupport.unpark(t);
        t.join();
        System.out.println(copy);
    }
}
