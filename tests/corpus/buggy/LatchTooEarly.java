// The latch is counted down one statement too early.
// expect race LatchTooEarly.result @late @read
import java.util.concurrent.CountDownLatch;

public class LatchTooEarly {
    static final CountDownLatch done = new CountDownLatch(1);
    static int result;

    static void work() {
        done.countDown();
        result = 5; // @late
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(LatchTooEarly::work);
        t.start();
        done.await();
        int r = result; // @read
        t.join();
        System.out.println(r == 0 || r == 5);
    }
}
