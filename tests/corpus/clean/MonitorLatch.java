// A hand-made latch with a monitor: only the last worker wakes the thread that waits for all of them.
public class MonitorLatch {
    static class Latch {
        private int left;

        Latch(int n) {
            left = n;
        }

        synchronized void down() {
            left--;
            if (left == 0) {
                notifyAll();
            }
        }

        synchronized void await() throws InterruptedException {
            while (left > 0) {
                wait();
            }
        }
    }

    static final Latch latch = new Latch(2);
    static final int[] parts = new int[2];

    static void work(int me) {
        parts[me] = me + 5;
        latch.down();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> work(0));
        Thread b = new Thread(() -> work(1));
        a.start();
        b.start();
        latch.await();
        System.out.println(parts[0] + parts[1]);
        a.join();
        b.join();
    }
}
