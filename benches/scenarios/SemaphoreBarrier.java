// A barrier that is made of semaphores, between rounds in which threads write their own cells and read all others (after
// tc17_sembar of Helgrind's tests). Clean.
import java.util.concurrent.Semaphore;

public class SemaphoreBarrier {
    private static final int THREADS = 4;
    private static final int ROUNDS = 25;

    private static final Semaphore mutex = new Semaphore(1);
    private static final Semaphore[] gates = {new Semaphore(0), new Semaphore(0)};
    private static final int[] cells = new int[THREADS];
    private static int arrived;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int number = t;
            threads[t] = new Thread(() -> work(number));
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(cells[0]);
    }

    private static void work(int number) {
        for (int round = 0; round < ROUNDS; round++) {
            cells[number] = round;
            pass(gates[0]);
            int sum = 0;
            for (int cell : cells) {
                sum += cell;
            }
            if (sum != THREADS * round) {
                throw new AssertionError(sum);
            }
            pass(gates[1]);
        }
    }

    /** The last one to come lets all go on. */
    private static void pass(Semaphore gate) {
        mutex.acquireUninterruptibly();
        arrived++;
        if (arrived == THREADS) {
            arrived = 0;
            gate.release(THREADS);
        }
        mutex.release();
        gate.acquireUninterruptibly();
    }
}
