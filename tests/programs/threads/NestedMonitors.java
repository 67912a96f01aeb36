// wait releases only its own monitor, all its levels, and takes every level back.
public class NestedMonitors {
    static final Object outer = new Object();
    static final Object inner = new Object();
    static boolean go;
    static boolean waiting;
    static String observed;

    static void deep(int n) throws InterruptedException {
        synchronized (inner) {
            if (n > 0) {
                deep(n - 1);
                if (!Thread.holdsLock(inner)) observed = "lost at level " + n;
            } else {
                waiting = true;
                inner.notifyAll();
                while (!go) inner.wait();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            synchronized (outer) {
                try {
                    deep(5);
                    observed = observed == null ? "held outer " + Thread.holdsLock(outer) + " inner " + Thread.holdsLock(inner) : observed;
                } catch (InterruptedException e) {
                    observed = "interrupted";
                }
            }
        });
        t.start();
        synchronized (inner) {
            while (!waiting) inner.wait();
            System.out.println("inner free while the other waits in it six levels deep");
        }
        Thread blocked = new Thread(() -> {
            synchronized (outer) {
                System.out.println("outer only after the waiter left: " + observed);
            }
        });
        blocked.start();
        while (blocked.getState() != Thread.State.BLOCKED) Thread.sleep(1);
        System.out.println("outer still held, waiter " + t.getState());
        synchronized (inner) {
            go = true;
            inner.notify();
            System.out.println("notified, waiter cannot run yet");
        }
        t.join();
        blocked.join();
        System.out.println(observed);
    }
}
