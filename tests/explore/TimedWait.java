public class TimedWait {
    static final Object lock = new Object();
    static boolean ready;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { synchronized (lock) { while (!ready) { try { lock.wait(10); } catch (InterruptedException e) { } } } }), b = new Thread(() -> { synchronized (lock) { ready = true; } });
        a.start();
        b.start();
        a.join();
        b.join();
        
    }
}
