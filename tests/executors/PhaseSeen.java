// finds: 2
import java.util.concurrent.Phaser;

/** A party goes, and with the last one the phaser ends. */
public class PhaseSeen {
    public static void main(String[] args) {
        Phaser phaser = new Phaser(1);
        phaser.register();
        new Thread(phaser::arriveAndDeregister).start();
        int before = phaser.getArrivedParties() + phaser.getRegisteredParties();
        phaser.arriveAndAwaitAdvance();
        boolean first = phaser.getRegisteredParties() == 1;
        phaser.arriveAndDeregister();
        Outcome.is(!first || !phaser.isTerminated() ? 6 : before);
    }
}
