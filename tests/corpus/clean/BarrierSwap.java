// Two halves of an array change their owner at each meeting at a barrier.
import java.util.concurrent.CyclicBarrier;

public class BarrierSwap {
    static final int[] halves = {1, 100};
    static final CyclicBarrier barrier = new CyclicBarrier(2);

    static void work(int me) {
        try {
            for (int round = 0; round < 4; round++) {
                halves[(me + round) % 2] += me + 1;
                barrier.await();
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> work(0));
        Thread b = new Thread(() -> work(1));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(halves[0] + " " + halves[1]);
    }
}
