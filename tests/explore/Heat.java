// finds: dead heat: Heat.x
public class Heat {
    static int x;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { x = 1; }), b = new Thread(() -> { x = 2; });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}
