/*
 * WRONG, but only for one value in eight: a die that shows seven. No schedule
 * of the threads finds it; explore it with --choose-random, which makes the
 * values of java.util.Random choices of the search.
 */
import java.util.Random;

public class Dice {
    public static void main(String[] args) throws InterruptedException {
        Random random = new Random(1);
        int[] thrown = new int[1];
        Thread player = new Thread(() -> thrown[0] = random.nextInt(8), "player");
        player.start();
        player.join();
        if (thrown[0] == 7) {
            throw new AssertionError("a die that shows seven");
        }
    }
}
