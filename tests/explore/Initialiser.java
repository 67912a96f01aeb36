// finds: deadlock: class initialisers
public class Initialiser {
    static class A {
        static int x = B.y + 1;
    }

    static class B {
        static int y = A.x + 1;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { int seen = A.x; }), b = new Thread(() -> { int seen = B.y; });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}
