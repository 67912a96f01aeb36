// leaves: call cancel() on TimerLeft.timer
import java.util.Timer;
import java.util.TimerTask;

/** A timer that was never cancelled. */
public class TimerLeft {
    static final Timer timer = new Timer("clock");

    public static void main(String[] args) {
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                System.out.println("tick");
            }
        }, 10);
    }
}
