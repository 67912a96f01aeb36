// finds: 2
import java.util.concurrent.Phaser;

/** A thread that awaits a phase is interrupted, or the phase is over. */
public class PhaserInterrupted {
    static int seen;

    public static void main(String[] args) throws Exception {
        Phaser phaser = new Phaser(1);
        Thread waits = new Thread(() -> {
            try {
                phaser.awaitAdvanceInterruptibly(0);
                seen = 1;
            } catch (InterruptedException e) {
                seen = 2;
            }
        });
        waits.start();
        phaser.arrive();
        waits.interrupt();
        waits.join();
        Outcome.is(seen);
    }
}
