// Thread states NEW, BLOCKED, WAITING, TIMED_WAITING, TERMINATED, with isAlive and join.
import java.util.concurrent.locks.LockSupport;

public class ThreadStates {
    static final Object lock = new Object();
    static volatile boolean done;

    static void awaitState(Thread t, Thread.State wanted) throws InterruptedException {
        while (t.getState() != wanted) Thread.sleep(1);
        System.out.println(t.getName() + " " + t.getState() + " alive=" + t.isAlive());
    }

    static void show(Thread t) {
        System.out.println(t.getName() + " " + t.getState() + " alive=" + t.isAlive());
    }

    public static void main(String[] args) throws Exception {
        Thread blocked = new Thread(() -> {
            synchronized (lock) {
                done = true;
            }
        }, "blocked");
        show(blocked);
        synchronized (lock) {
            blocked.start();
            awaitState(blocked, Thread.State.BLOCKED);
        }
        blocked.join();
        show(blocked);

        Thread waiting = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    System.out.println("waiting interrupted");
                }
            }
        }, "waiting");
        waiting.start();
        awaitState(waiting, Thread.State.WAITING);
        waiting.interrupt();
        waiting.join();
        show(waiting);

        Thread sleeping = new Thread(() -> {
            try {
                Thread.sleep(3_600_000);
            } catch (InterruptedException e) {
                System.out.println("sleeping interrupted");
            }
        }, "sleeping");
        sleeping.start();
        awaitState(sleeping, Thread.State.TIMED_WAITING);
        sleeping.interrupt();
        sleeping.join();
        show(sleeping);

        done = false;
        Thread parked = new Thread(() -> {
            while (!done) LockSupport.park();
        }, "parked");
        parked.start();
        awaitState(parked, Thread.State.WAITING);
        Thread joiner = new Thread(() -> {
            try {
                parked.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "joiner");
        joiner.start();
        awaitState(joiner, Thread.State.WAITING);
        done = true;
        LockSupport.unpark(parked);
        joiner.join();
        show(parked);
        show(joiner);
        System.out.println(Thread.currentThread().getState());
    }
}
