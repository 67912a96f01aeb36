// A timer task reads what was written before it was scheduled; a latch brings the result back.
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

public class TimerOnce {
    static final CountDownLatch done = new CountDownLatch(1);
    static int data;

    static class Twice extends TimerTask {
        @Override
        public void run() {
            data *= 2;
            done.countDown();
        }
    }

    public static void main(String[] args) throws Exception {
        Timer timer = new Timer();
        data = 8;
        timer.schedule(new Twice(), 1);
        done.await();
        timer.cancel();
        System.out.println(data);
    }
}
