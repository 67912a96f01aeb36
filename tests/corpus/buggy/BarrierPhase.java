// After the barrier each thread reads its neighbour's cell and writes its own in the same phase.
// expect race BarrierPhase.cells[] @read @write
import java.util.concurrent.CyclicBarrier;

public class BarrierPhase {
    static final int[] cells = {1, 2};
    static final CyclicBarrier barrier = new CyclicBarrier(2);

    static void work(int me) {
        try {
            barrier.await();
            int other = cells[1 - me]; // @read
            cells[me] = other + 1; // @write
            barrier.await();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> work(0));
        Thread t2 = new Thread(() -> work(1));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(cells[0] > 0);
    }
}
