// Interrupting sleep, wait and join: InterruptedException is thrown and the flag cleared.
public class InterruptBlocking {
    interface Blocking {
        void run() throws InterruptedException;
    }

    static void interruptWhile(String name, Thread.State state, Blocking action) throws Exception {
        StringBuilder out = new StringBuilder(name);
        Thread t = new Thread(() -> {
            try {
                action.run();
                out.append(" returned");
            } catch (InterruptedException e) {
                out.append(" interrupted flag=").append(Thread.currentThread().isInterrupted());
                out.append(" message=").append(e.getMessage());
            }
            Thread.currentThread().interrupt();
            out.append(" again=").append(Thread.currentThread().isInterrupted());
            out.append(" clear=").append(Thread.interrupted());
            out.append(" then=").append(Thread.interrupted());
        }, name);
        t.start();
        while (t.getState() != state) Thread.sleep(1);
        t.interrupt();
        t.join();
        System.out.println(out);
        System.out.println("dead flag=" + t.isInterrupted());
    }

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread main = Thread.currentThread();
        interruptWhile("sleep", Thread.State.TIMED_WAITING, () -> Thread.sleep(1_000_000));
        interruptWhile("wait", Thread.State.WAITING, () -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } finally {
                    if (!Thread.holdsLock(lock)) System.out.println("not held!");
                }
            }
        });
        interruptWhile("timedwait", Thread.State.TIMED_WAITING, () -> {
            synchronized (lock) {
                lock.wait(1_000_000);
            }
        });
        interruptWhile("join", Thread.State.WAITING, () -> main.join());
        interruptWhile("timedjoin", Thread.State.TIMED_WAITING, () -> main.join(1_000_000));
        System.out.println("main flag=" + main.isInterrupted());
    }
}
