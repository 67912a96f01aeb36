// fewer ends: threads are numbered in the order in which they are made
// finds: dead heat: TwoFamilies.x
public class TwoFamilies {
    static int x;

    static void spawn() {
        Thread child = new Thread(() -> x++, "child");
        child.start();
        try {
            child.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { spawn(); }), b = new Thread(() -> { spawn(); });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}
