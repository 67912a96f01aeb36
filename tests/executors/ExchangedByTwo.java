// finds: 3
// finds: too many steps
import java.util.concurrent.Exchanger;

/** Two of three threads exchange what they have; the third waits for ever. */
public class ExchangedByTwo {
    static volatile boolean over;

    public static void main(String[] args) throws Exception {
        Exchanger<Integer> place = new Exchanger<>();
        for (int own = 1; own < 3; own++) {
            Integer mine = own;
            Thread other = new Thread(() -> {
                try {
                    place.exchange(mine);
                } catch (InterruptedException e) {
                    over = true;
                }
            });
            other.setDaemon(true);
            other.start();
        }
        Outcome.is(place.exchange(0));
    }
}
