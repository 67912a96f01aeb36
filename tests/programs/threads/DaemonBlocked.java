// The program ends while daemons sleep, wait, park and block; their finally never runs.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

public class DaemonBlocked {
    interface Blocking {
        void run() throws InterruptedException;
    }

    static Thread daemon(String name, Blocking action) {
        Thread t = new Thread(() -> {
            try {
                action.run();
            } catch (InterruptedException e) {
                System.out.println(name + " interrupted");
            } finally {
                System.out.println(name + " must not get here");
            }
        }, name);
        t.setDaemon(true);
        t.start();
        return t;
    }

    static void until(Thread t, Thread.State state) throws InterruptedException {
        while (t.getState() != state) Thread.sleep(1);
        System.out.println(t.getName() + " " + state);
    }

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Object held = new Object();
        until(daemon("sleeper", () -> Thread.sleep(86_400_000)), Thread.State.TIMED_WAITING);
        until(daemon("waiter", () -> {
            synchronized (lock) {
                while (true) lock.wait();
            }
        }), Thread.State.WAITING);
        until(daemon("parker", () -> {
            while (true) LockSupport.park();
        }), Thread.State.WAITING);
        until(daemon("latched", () -> new CountDownLatch(1).await()), Thread.State.WAITING);
        until(daemon("holder", () -> {
            synchronized (held) {
                Thread.sleep(86_400_000);
            }
        }), Thread.State.TIMED_WAITING);
        until(daemon("blocked", () -> {
            synchronized (held) {
                System.out.println("never");
            }
        }), Thread.State.BLOCKED);
        Thread inherits = new Thread(() -> {
            Thread grandchild = new Thread(() -> {});
            System.out.println("child of user thread: daemon=" + grandchild.isDaemon());
        });
        inherits.start();
        inherits.join();
        Thread d = new Thread(() -> System.out.println("child of daemon: " + new Thread(() -> {}).isDaemon()));
        d.setDaemon(true);
        d.start();
        d.join();
        System.out.println("main ends");
    }
}
