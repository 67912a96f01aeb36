// A timer task and the thread that scheduled it change one field.
// expect race TimerRace.ticks @tick @main
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

public class TimerRace {
    static final CountDownLatch done = new CountDownLatch(1);
    static int ticks;

    static class Tick extends TimerTask {
        @Override
        public void run() {
            ticks++; // @tick
            done.countDown();
        }
    }

    public static void main(String[] args) throws Exception {
        Timer timer = new Timer();
        timer.schedule(new Tick(), 0);
        ticks++; // @main
        done.await();
        timer.cancel();
        System.out.println(ticks <= 2);
    }
}
