// finds: dead heat: int[1]
public class HeatOnArray {
    static final int[] cells = new int[4];

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { cells[0] = 1; cells[1] = 1; }), b = new Thread(() -> { cells[1] = 2; cells[3] = 2; });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}
