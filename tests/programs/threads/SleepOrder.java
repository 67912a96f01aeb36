// Sleeping threads wake in the order of their deadlines; sleep argument checks.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

public class SleepOrder {
    public static void main(String[] args) throws Exception {
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        int[] delays = {320, 80, 240, 400, 160};
        Thread[] threads = new Thread[delays.length];
        for (int i = 0; i < delays.length; i++) {
            final int delay = delays[i];
            threads[i] = new Thread(() -> {
                try {
                    Thread.sleep(delay);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                order.add(delay);
            });
        }
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
        System.out.println(order);
        long t0 = System.nanoTime();
        TimeUnit.MILLISECONDS.sleep(10);
        Thread.sleep(1, 500_000);
        long elapsed = System.nanoTime() - t0;
        System.out.println("elapsed at least 11 ms: " + (elapsed >= 11_000_000));
        long m0 = System.currentTimeMillis();
        Thread.sleep(20);
        System.out.println("wall clock moves: " + (System.currentTimeMillis() - m0 >= 19));
        Thread.sleep(0);
        try {
            Thread.sleep(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Thread.sleep(1, 1_000_000);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
