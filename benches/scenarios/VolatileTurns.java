// Two threads take turns at plain data; whose turn it is, a volatile field says (after the tests of ThreadSanitizer with
// synchronisation made by hand, as it should be). Clean.
public class VolatileTurns {
    private static final int ROUNDS = 60;
    private static final int CELLS = 6;

    private static final int[] cells = new int[CELLS];
    private static volatile int turn;

    public static void main(String[] args) throws InterruptedException {
        Thread even = new Thread(() -> play(0));
        Thread odd = new Thread(() -> play(1));
        even.start();
        odd.start();
        even.join();
        odd.join();
        System.out.println(cells[0] + cells[CELLS - 1]);
    }

    private static void play(int player) {
        for (int round = 0; round < ROUNDS; round++) {
            while (turn != player) {
                Thread.yield();
            }
            for (int i = 0; i < CELLS; i++) {
                cells[i] += player + 1;
            }
            turn = 1 - player;
        }
    }
}
