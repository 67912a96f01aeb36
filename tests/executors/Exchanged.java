// finds: 1
// finds: too many steps
import java.util.concurrent.Exchanger;

/** Two threads exchange what they have; an interrupt comes too late. */
public class Exchanged {
    static int seen;

    public static void main(String[] args) throws Exception {
        Exchanger<Integer> place = new Exchanger<>();
        Thread other = new Thread(() -> {
            try {
                seen = place.exchange(1);
            } catch (InterruptedException e) {
                seen = 6;
            }
        });
        other.start();
        int own = place.exchange(2);
        other.interrupt();
        other.join();
        Outcome.is(own + seen);
    }
}
