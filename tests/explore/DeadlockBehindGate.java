public class DeadlockBehindGate {
    static final Object gate = new Object(), one = new Object(), two = new Object();

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { synchronized (gate) { synchronized (one) { synchronized (two) { } } } }), b = new Thread(() -> { synchronized (gate) { synchronized (two) { synchronized (one) { } } } });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}
