// A latch opens the gate for the workers, a second one tells that all are done.
import java.util.concurrent.CountDownLatch;

public class LatchGate {
    static final CountDownLatch start = new CountDownLatch(1);
    static final CountDownLatch done = new CountDownLatch(2);
    static int input;
    static final int[] output = new int[2];

    static void work(int me) {
        try {
            start.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        output[me] = input + me;
        done.countDown();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> work(0));
        Thread b = new Thread(() -> work(1));
        a.start();
        b.start();
        input = 7;
        start.countDown();
        done.await();
        System.out.println(output[0] + " " + output[1]);
        output[0] = 0;
        a.join();
        b.join();
    }
}
