// Threads that are busy with a counter, 5,000 times each; two of them once take two locks, each in its own order.
// expect deadlock BusyLocks.left BusyLocks.right @leftRight @rightLeft
public class BusyLocks {
    private static final int ROUNDS = 5_000;

    private static final Object left = new Object();
    private static final Object right = new Object();
    private static final Object guard = new Object();
    private static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[Integer.parseInt(args[0])];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(number, threads.length));
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
    }

    private static void work(int number, int threads) {
        for (int i = 0; i < ROUNDS; i++) {
            synchronized (guard) {
                count++;
            }
            if (number == 1 && i == ROUNDS / 2) {
                synchronized (left) {
                    synchronized (right) { // @leftRight
                    }
                }
            }
            if (number == threads - 2 && i == ROUNDS / 3) {
                synchronized (right) {
                    synchronized (left) { // @rightLeft
                    }
                }
            }
        }
    }
}
