public class GuardedNotify {
    static final Object lock = new Object();
    static boolean ready;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { synchronized (lock) { while (!ready) { try { lock.wait(); } catch (InterruptedException e) { } } } }), b = new Thread(() -> { synchronized (lock) { ready = true; lock.notify(); } });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}
