// finds: 1
import java.util.concurrent.Phaser;

/** A phaser below another one. */
public class PhaserBelow {
    static int seen;

    public static void main(String[] args) {
        Phaser root = new Phaser(1);
        Phaser below = new Phaser(root, 1);
        new Thread(() -> {
            seen = 1;
            below.arrive();
        }).start();
        root.arriveAndAwaitAdvance();
        Outcome.is(seen);
    }
}
