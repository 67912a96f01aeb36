// CyclicBarrier broken by timeout, interrupt and reset; used again after reset.
import java.util.Arrays;
import java.util.concurrent.*;

public class BarrierBroken {
    static String await(CyclicBarrier b, long ms) {
        try {
            if (ms > 0) b.await(ms, TimeUnit.MILLISECONDS);
            else b.await();
            return "passed";
        } catch (InterruptedException e) {
            return "interrupted";
        } catch (BrokenBarrierException e) {
            return "broken";
        } catch (TimeoutException e) {
            return "timeout";
        }
    }

    static Thread[] start(CyclicBarrier b, String[] results) throws InterruptedException {
        Thread[] threads = new Thread[results.length];
        for (int i = 0; i < results.length; i++) {
            final int id = i;
            threads[i] = new Thread(() -> results[id] = await(b, 0));
            threads[i].start();
        }
        while (b.getNumberWaiting() < results.length) Thread.sleep(1);
        return threads;
    }

    static void finish(Thread[] threads, String[] results, CyclicBarrier b) throws InterruptedException {
        for (Thread t : threads) t.join();
        System.out.println(Arrays.toString(results) + " broken " + b.isBroken() + " waiting " + b.getNumberWaiting());
    }

    public static void main(String[] args) throws Exception {
        CyclicBarrier b = new CyclicBarrier(4);
        String[] r = new String[2];
        Thread[] t = start(b, r);
        System.out.println("main " + await(b, 10));
        finish(t, r, b);
        System.out.println("while broken " + await(b, 0));
        b.reset();
        System.out.println("after reset broken " + b.isBroken());

        t = start(b, r);
        t[0].interrupt();
        finish(t, r, b);
        b.reset();

        t = start(b, r);
        b.reset();
        finish(t, r, b);

        String[] three = new String[3];
        t = start(b, three);
        System.out.println("main " + await(b, 0));
        finish(t, three, b);
        System.out.println("zero timeout: " + timeoutZero(b));
    }

    static String timeoutZero(CyclicBarrier b) throws Exception {
        try {
            b.await(0, TimeUnit.SECONDS);
            return "passed";
        } catch (TimeoutException e) {
            return "timeout, broken " + b.isBroken();
        }
    }
}
