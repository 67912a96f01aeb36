// Data is written without a lock, announced by a flag under the lock, and read by a thread that saw the flag under the lock.
public class GuardedFlag {
    static final Object lock = new Object();
    static boolean ready;
    static int data;
    static int copy;

    static void write() {
        data = 17;
        synchronized (lock) {
            ready = true;
            lock.notifyAll();
        }
    }

    static void read() {
        synchronized (lock) {
            while (!ready) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }
        copy = data;
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(GuardedFlag::read);
        Thread t2 = new Thread(GuardedFlag::write);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(copy);
    }
}
