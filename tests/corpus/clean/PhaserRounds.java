// A Phaser separates the rounds; in each round every thread owns another cell.
import java.util.concurrent.Phaser;

public class PhaserRounds {
    static final Phaser phaser = new Phaser(3);
    static final int[] cells = new int[3];

    static void work(int me) {
        for (int round = 0; round < 3; round++) {
            cells[(me + round) % 3] += me + 1;
            phaser.arriveAndAwaitAdvance();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> work(0));
        Thread t2 = new Thread(() -> work(1));
        Thread t3 = new Thread(() -> work(2));
        t1.start();
        t2.start();
        t3.start();
        t1.join();
        t2.join();
        t3.join();
        System.out.println(cells[0] + " " + cells[1] + " " + cells[2]);
    }
}
