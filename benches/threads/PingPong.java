// Two threads take turns by a volatile flag, and hand a plain record to each other with it.
public class PingPong {
    static final int TURNS = 150_000;
    static volatile int turn;
    static int a;
    static int b;
    static int c;

    static void play(int me) {
        for (int i = 0; i < TURNS; i++) {
            while (turn != me) {
                Thread.onSpinWait();
            }
            a += i;
            b ^= a;
            c += b & 3;
            turn = 1 - me;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> play(1));
        other.start();
        play(0);
        other.join();
        System.out.println(a + " " + b + " " + c);
    }
}
