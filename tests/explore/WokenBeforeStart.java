// finds: deadlock: is parked
import java.util.concurrent.locks.LockSupport;

/** A thread is woken by its elder sibling, perhaps before it was started: then it never hears of it. */
public class WokenBeforeStart {
    static Thread younger;

    public static void main(String[] args) {
        younger = new Thread(LockSupport::park);
        Thread elder = new Thread(() -> LockSupport.unpark(younger));
        elder.start();
        younger.start();
    }
}
