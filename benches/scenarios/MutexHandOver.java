// Data without a lock is handed over by a flag that is only seen under a mutex, and asked for again and again (after the
// conditional critical sections of ThreadSanitizer's tests). Clean.
// warned: MutexHandOver.data
// warned: MutexHandOver.data[]
public class MutexHandOver {
    private static final int SIZE = 50;

    private static final Object mutex = new Object();
    private static boolean full;
    private static int[] data;
    private static long sum;

    public static void main(String[] args) throws InterruptedException {
        Thread giver = new Thread(MutexHandOver::give);
        Thread taker = new Thread(MutexHandOver::take);
        giver.start();
        taker.start();
        giver.join();
        taker.join();
        System.out.println(sum);
    }

    private static void give() {
        data = new int[SIZE];
        for (int i = 0; i < SIZE; i++) {
            data[i] = i;
        }
        synchronized (mutex) {
            full = true;
        }
    }

    private static void take() {
        while (!isFull()) {
            Thread.yield();
        }
        for (int i = 0; i < SIZE; i++) {
            sum += data[i];
            data[i] = 0;
        }
    }

    private static boolean isFull() {
        synchronized (mutex) {
            return full;
        }
    }
}
