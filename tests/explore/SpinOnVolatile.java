public class SpinOnVolatile {
    static volatile boolean ready;
    static int x;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { x = 1; ready = true; }), b = new Thread(() -> { while (!ready) { } int seen = x; });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}
