// CountDownLatch: start gate and end gate, timed await expiring, count never negative.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class Latches {
    public static void main(String[] args) throws Exception {
        int n = 8;
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(n);
        int[] work = new int[n];
        boolean[] early = new boolean[1];
        boolean[] opened = new boolean[1];
        for (int i = 0; i < n; i++) {
            final int id = i;
            new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                if (!opened[0]) early[0] = true;
                for (int k = 0; k <= id * 10; k++) work[id] += k;
                end.countDown();
            }).start();
        }
        System.out.println("timed " + end.await(5, TimeUnit.MILLISECONDS) + " count " + end.getCount());
        opened[0] = true;
        start.countDown();
        end.await();
        int sum = 0;
        for (int w : work) sum += w;
        System.out.println("sum " + sum + " early " + early[0] + " count " + end.getCount());
        end.countDown();
        end.countDown();
        System.out.println("not negative " + end.getCount() + " " + end.await(0, TimeUnit.SECONDS));
        CountDownLatch zero = new CountDownLatch(0);
        zero.await();
        System.out.println(zero.toString().replaceAll(".*\\[", "["));
        try {
            new CountDownLatch(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        CountDownLatch[] chain = new CountDownLatch[6];
        for (int i = 0; i < 6; i++) chain[i] = new CountDownLatch(1);
        StringBuilder log = new StringBuilder();
        for (int i = 4; i >= 0; i--) {
            final int id = i;
            new Thread(() -> {
                try {
                    chain[id].await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                log.append(id);
                chain[id + 1].countDown();
            }).start();
        }
        chain[0].countDown();
        System.out.println(chain[5].await(1, TimeUnit.DAYS) + " " + log);
    }
}
