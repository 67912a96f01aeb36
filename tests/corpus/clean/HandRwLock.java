// A hand-made read/write lock, announced by marks in both modes.
import deadheat.Deadheat;

public class HandRwLock {
    static class RwLock {
        final Object name = new Object();
        private int readers;
        private boolean writing;

        void lockRead() throws InterruptedException {
            synchronized (this) {
                while (writing) {
                    wait();
                }
                readers++;
            }
            Deadheat.acquireShared(name);
        }

        void unlockRead() {
            Deadheat.releaseShared(name);
            synchronized (this) {
                readers--;
                notifyAll();
            }
        }

        void lockWrite() throws InterruptedException {
            synchronized (this) {
                while (writing || readers > 0) {
                    wait();
                }
                writing = true;
            }
            Deadheat.acquire(name);
        }

        void unlockWrite() {
            Deadheat.release(name);
            synchronized (this) {
                writing = false;
                notifyAll();
            }
        }
    }

    static final RwLock rw = new RwLock();
    static int x;
    static int y;
    static final boolean[] same = new boolean[2];

    static void write() {
        try {
            rw.lockWrite();
            x = 5;
            y = 5;
            rw.unlockWrite();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void read(int me) {
        try {
            rw.lockRead();
            same[me] = x == y;
            rw.unlockRead();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(HandRwLock::write);
        Thread t2 = new Thread(() -> read(0));
        Thread t3 = new Thread(() -> read(1));
        t1.start();
        t2.start();
        t3.start();
        t1.join();
        t2.join();
        t3.join();
        System.out.println(same[0] + " " + same[1] + " " + x);
    }
}
