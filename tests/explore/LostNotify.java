// finds: deadlock: notification on java.lang.Object
public class LostNotify {
    static final Object lock = new Object();

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { synchronized (lock) { try { lock.wait(); } catch (InterruptedException e) { } } }), b = new Thread(() -> { synchronized (lock) { lock.notify(); } });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}
