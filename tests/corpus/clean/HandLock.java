// A hand-made mutex, announced by marks; what it guards is plain.
import deadheat.Deadheat;

public class HandLock {
    static class Mutex {
        final Object name = new Object();
        private boolean held;

        void lock() throws InterruptedException {
            synchronized (this) {
                while (held) {
                    wait();
                }
                held = true;
            }
            Deadheat.acquire(name);
        }

        void unlock() {
            Deadheat.release(name);
            synchronized (this) {
                held = false;
                notify();
            }
        }
    }

    static final Mutex mutex = new Mutex();
    static int x;
    static int y;

    static void work(int n) {
        try {
            for (int i = 0; i < 2; i++) {
                mutex.lock();
                x += n;
                y -= n;
                mutex.unlock();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> work(1));
        Thread t2 = new Thread(() -> work(5));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(x + " " + y);
    }
}
