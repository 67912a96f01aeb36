import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class ParkAndUnpark {
    static int x;

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Thread t = new Thread(() -> {
            x = 1;
            LockSupport.unpark(main);
        });
        t.start();
        LockSupport.park();
        int seen = x;
        t.join();
    }
}
