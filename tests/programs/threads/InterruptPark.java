// Interrupting park: it returns with the flag kept; interrupted() clears it.
import java.util.concurrent.locks.LockSupport;

public class InterruptPark {
    static volatile boolean stop;

    public static void main(String[] args) throws Exception {
        StringBuilder out = new StringBuilder();
        Thread parker = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park(out);
            }
            out.append("flag kept ").append(Thread.currentThread().isInterrupted());
            LockSupport.park();
            out.append(", park with flag returns");
            out.append(", cleared ").append(Thread.interrupted());
            out.append(", now ").append(Thread.currentThread().isInterrupted());
        });
        parker.start();
        while (parker.getState() != Thread.State.WAITING) Thread.sleep(1);
        while (LockSupport.getBlocker(parker) == null) Thread.sleep(1);
        System.out.println("blocker " + (LockSupport.getBlocker(parker) == out));
        parker.interrupt();
        parker.join();
        System.out.println(out);

        Thread timed = new Thread(() -> {
            while (!Thread.interrupted()) {
                LockSupport.parkNanos(3_600_000_000_000L);
            }
            stop = true;
        });
        timed.start();
        while (timed.getState() != Thread.State.TIMED_WAITING) Thread.sleep(1);
        timed.interrupt();
        timed.join();
        System.out.println("timed parker stopped " + stop);

        int[] polls = new int[1];
        Thread busy = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                polls[0]++;
                Thread.yield();
            }
        });
        busy.start();
        busy.interrupt();
        busy.join();
        System.out.println("busy thread saw the flag " + (polls[0] >= 0));

        Thread never = new Thread(() -> System.out.println("flag at start " + Thread.currentThread().isInterrupted()));
        never.start();
        never.join();
        Thread.currentThread().interrupt();
        Thread child = new Thread(() -> System.out.println("not inherited " + Thread.currentThread().isInterrupted()));
        child.start();
        boolean flag = Thread.interrupted();
        child.join();
        System.out.println("main " + flag + " " + Thread.interrupted());
    }
}
