// A hand-made barrier with a monitor and a generation number; the owners of the cells alternate.
public class MonitorBarrier {
    static class Barrier {
        private int waiting;
        private int generation;

        synchronized void await() throws InterruptedException {
            int mine = generation;
            waiting++;
            if (waiting == 2) {
                waiting = 0;
                generation++;
                notifyAll();
                return;
            }
            while (mine == generation) {
                wait();
            }
        }
    }

    static final Barrier barrier = new Barrier();
    static final int[] cells = {1, 2};

    static void work(int me) {
        try {
            for (int round = 0; round < 2; round++) {
                cells[(me + round) % 2] += 10;
                barrier.await();
            }
        } catch (InterruptedException e) {
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
        System.out.println(cells[0] + " " + cells[1]);
    }
}
