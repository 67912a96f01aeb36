// finds: livelock: the same states again and again
public class Polite {
    static volatile boolean mine, yours;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { mine = true; while (yours) { mine = false; mine = true; } mine = false; }), b = new Thread(() -> { yours = true; while (mine) { yours = false; yours = true; } yours = false; });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}
