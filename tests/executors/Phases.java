// finds: 1
import java.util.concurrent.Phaser;

/** What is done before a phase is over is seen behind it. */
public class Phases {
    static int one;
    static int two;

    public static void main(String[] args) throws Exception {
        Phaser phaser = new Phaser(2);
        Thread other = new Thread(() -> {
            one = 1;
            phaser.arriveAndAwaitAdvance();
            one += two;
        });
        other.start();
        two = 2;
        phaser.arriveAndAwaitAdvance();
        other.join();
        Outcome.is(one);
    }
}
