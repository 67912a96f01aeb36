// Exchanger: two threads swap buffers repeatedly; timeout without a partner.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;

public class Exchangers {
    public static void main(String[] args) throws Exception {
        Exchanger<List<Integer>> exchanger = new Exchanger<>();
        int[] sum = new int[1];
        int[] batches = new int[1];
        Thread filler = new Thread(() -> {
            List<Integer> buffer = new ArrayList<>();
            try {
                for (int i = 1; i <= 100; i++) {
                    buffer.add(i);
                    if (buffer.size() == 5) {
                        buffer = exchanger.exchange(buffer);
                        if (!buffer.isEmpty()) throw new AssertionError("not empty");
                    }
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Thread drainer = new Thread(() -> {
            List<Integer> buffer = new ArrayList<>();
            try {
                for (int b = 0; b < 20; b++) {
                    buffer = exchanger.exchange(buffer);
                    for (int v : buffer) sum[0] += v;
                    buffer.clear();
                    batches[0]++;
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        filler.start();
        drainer.start();
        filler.join();
        drainer.join();
        System.out.println("sum " + sum[0] + " batches " + batches[0]);
        try {
            exchanger.exchange(null, 10, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timeout");
        }
        Exchanger<String> names = new Exchanger<>();
        String[] got = new String[2];
        Thread other = new Thread(() -> {
            try {
                got[0] = names.exchange("from other");
            } catch (InterruptedException e) {
                got[0] = "interrupted";
            }
        });
        other.start();
        got[1] = names.exchange("from main", 1, TimeUnit.DAYS);
        other.join();
        System.out.println(got[0] + ", " + got[1]);
        Thread lonely = new Thread(() -> {
            try {
                names.exchange("x");
            } catch (InterruptedException e) {
                got[0] = "interrupted";
            }
        });
        lonely.start();
        while (lonely.getState() != Thread.State.WAITING) Thread.sleep(1);
        lonely.interrupt();
        lonely.join();
        System.out.println(got[0]);
    }
}
