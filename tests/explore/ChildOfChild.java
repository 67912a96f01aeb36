// finds: dead heat: ChildOfChild.x
public class ChildOfChild {
    static int x;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> new Thread(() -> x = 1).start());
        t.start();
        t.join();
        int seen = x;
    }
}
