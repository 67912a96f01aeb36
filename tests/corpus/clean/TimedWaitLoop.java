// A wait with a timeout, in a loop that asks for the condition; the data stays under the lock.
public class TimedWaitLoop {
    static final Object lock = new Object();
    static boolean ready;
    static int data;
    static int copy;

    static void reader() {
        synchronized (lock) {
            while (!ready) {
                try {
                    lock.wait(50);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            copy = data;
        }
    }

    static void writer() {
        synchronized (lock) {
            data = 42;
            ready = true;
            lock.notifyAll();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(TimedWaitLoop::reader);
        Thread t2 = new Thread(TimedWaitLoop::writer);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(copy);
    }
}
