// finds: dead heat: HeatWithMain.x
public class HeatWithMain {
    static int x;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> x = 1);
        t.start();
        int seen = x;
        t.join();
    }
}
