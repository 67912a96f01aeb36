// finds: deadlock: lock java.lang.Object
public class Deadlock {
    static final Object one = new Object(), two = new Object();

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { synchronized (one) { synchronized (two) { } } }), b = new Thread(() -> { synchronized (two) { synchronized (one) { } } });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}
