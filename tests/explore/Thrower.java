// finds: uncaught exception: java.lang.IllegalStateException: second
public class Thrower {
    static volatile int turn;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { turn = turn + 1; }), b = new Thread(() -> { if (turn == 1) throw new IllegalStateException("second"); });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}
