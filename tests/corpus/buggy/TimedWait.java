// The signal is given before the data is written, and the waiting thread gives up after a while anyway: it reads too early.
// expect race TimedWait.data @read @write
public class TimedWait {
    static final Object lock = new Object();
    static boolean ready;
    static int data;
    static int copy;

    static void reader() {
        synchronized (lock) {
            if (!ready) {
                try {
                    lock.wait(2);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }
        copy = data; // @read
    }

    static void writer() {
        synchronized (lock) {
            ready = true;
            lock.notifyAll();
        }
        data = 42; // @write
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(TimedWait::reader);
        Thread t2 = new Thread(TimedWait::writer);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(data);
    }
}
