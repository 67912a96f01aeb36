public class VolatileIsNoRace {
    static volatile int x;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { x = 1; }), b = new Thread(() -> { int seen = x; });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}
