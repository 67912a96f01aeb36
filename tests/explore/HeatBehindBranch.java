// finds: dead heat: HeatBehindBranch.x
public class HeatBehindBranch {
    static volatile boolean go;
    static int x;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { x = 1; go = true; x = 2; }), b = new Thread(() -> { if (go) { int seen = x; } });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}
