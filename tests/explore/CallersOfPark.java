// Two lines at which a thread is parked for ever: two lost signals.
// finds: deadlock: is parked
// told: witnessed lost-signal 13
// told: witnessed lost-signal 15
import java.util.concurrent.locks.LockSupport;

public class CallersOfPark {
    static volatile boolean late;

    public static void main(String[] args) {
        Thread parked = new Thread(() -> {
            if (!late) {
                LockSupport.park();
            } else {
                LockSupport.park();
            }
        });
        parked.start();
        late = true;
    }
}
