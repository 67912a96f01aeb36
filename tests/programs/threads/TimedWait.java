// Timed Object.wait, expiring and notified before the limit; also wait(ms, ns).
public class TimedWait {
    static final Object lock = new Object();
    static boolean ready;

    public static void main(String[] args) throws Exception {
        synchronized (lock) {
            long t0 = System.nanoTime();
            lock.wait(20);
            long ms = (System.nanoTime() - t0) / 1_000_000;
            System.out.println("expired, long enough: " + (ms >= 19));
            lock.wait(1, 500_000);
            System.out.println("expired again, held: " + Thread.holdsLock(lock));
        }
        String[] result = new String[1];
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try {
                    while (!ready) {
                        lock.wait(600_000);
                    }
                    result[0] = "notified";
                } catch (InterruptedException e) {
                    result[0] = "interrupted";
                }
            }
        });
        waiter.start();
        synchronized (lock) {
            ready = true;
            lock.notify();
        }
        waiter.join();
        System.out.println(result[0]);

        Thread timed = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait(600_000);
                    result[0] = "woken";
                } catch (InterruptedException e) {
                    result[0] = "interrupted";
                }
            }
        });
        timed.start();
        while (timed.getState() != Thread.State.TIMED_WAITING) Thread.yield();
        synchronized (lock) {
            lock.notifyAll();
        }
        timed.join();
        System.out.println(result[0]);
        synchronized (lock) {
            try {
                lock.wait(-1);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
