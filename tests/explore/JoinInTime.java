// finds: dead heat: JoinInTime.x
public class JoinInTime {
    static int x;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> x = 1);
        t.start();
        t.join(10);
        int seen = x;
        t.join();
    }
}
