// java.util.Timer: one-shot order, repeated tasks, cancelling tasks and the timer.
import java.util.*;
import java.util.concurrent.CountDownLatch;

public class Timers {
    static TimerTask task(Runnable r) {
        return new TimerTask() {
            @Override
            public void run() {
                r.run();
            }
        };
    }

    public static void main(String[] args) throws Exception {
        Timer timer = new Timer("ticker");
        StringBuffer log = new StringBuffer();
        CountDownLatch three = new CountDownLatch(3);
        int[] delays = {240, 80, 160};
        for (int d : delays) {
            timer.schedule(task(() -> {
                log.append(d).append(' ');
                three.countDown();
            }), d);
        }
        TimerTask cancelled = task(() -> log.append("cancelled ran "));
        timer.schedule(cancelled, 120);
        System.out.println("cancelled " + cancelled.cancel() + " again " + cancelled.cancel());
        three.await();
        System.out.println(log.toString().trim());

        CountDownLatch repeats = new CountDownLatch(4);
        int[] runs = new int[1];
        String[] thread = new String[1];
        TimerTask repeated = new TimerTask() {
            @Override
            public void run() {
                thread[0] = Thread.currentThread().getName();
                if (++runs[0] == 4) cancel();
                repeats.countDown();
            }
        };
        timer.schedule(repeated, 1, 2);
        repeats.await();
        System.out.println("repeated " + runs[0] + " in " + thread[0]);
        CountDownLatch fixed = new CountDownLatch(3);
        TimerTask rate = task(fixed::countDown);
        timer.scheduleAtFixedRate(rate, 0, 1);
        fixed.await();
        System.out.println("rate cancelled " + rate.cancel());
        TimerTask far = task(() -> {});
        timer.schedule(far, 3_600_000);
        far.cancel();
        System.out.println("purged " + (timer.purge() >= 0));
        try {
            timer.schedule(far, 1);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            timer.schedule(task(() -> {}), -1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        timer.cancel();
        try {
            timer.schedule(task(() -> {}), 1);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Timer daemon = new Timer(true);
        daemon.schedule(task(() -> System.out.println("must not run")), 86_400_000);
    }
}
