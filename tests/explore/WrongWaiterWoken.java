// finds: deadlock: notification on java.lang.Object
public class WrongWaiterWoken {
    static final Object lock = new Object();
    static int tokens;

    static void take() {
        synchronized (lock) {
            while (tokens == 0) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
            tokens--;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(WrongWaiterWoken::take), b = new Thread(WrongWaiterWoken::take);
        a.start();
        b.start();
        synchronized (lock) {
            tokens = 2;
            lock.notify();
        }
        a.join();
        b.join();
    }
}
