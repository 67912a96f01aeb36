// A table is made once, as it should be; who uses it is counted without a lock (after tc21_pthonce of Helgrind's tests).
// expect race OnceInit.served @served @served
// warned: OnceInit.table
public class OnceInit {
    private static final int THREADS = 3;
    private static final int SIZE = 32;

    private static final Object once = new Object();
    private static boolean done;
    private static int[] table;
    private static int served;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int number = t;
            threads[t] = new Thread(() -> serve(number));
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(table[SIZE - 1]);
    }

    private static void serve(int number) {
        callOnce();
        int sum = 0;
        for (int i = 0; i < SIZE; i++) {
            sum += table[i] * number;
        }
        if (sum >= 0) {
            served++; // @served
        }
    }

    private static void callOnce() {
        synchronized (once) {
            if (!done) {
                table = squares();
                done = true;
            }
        }
    }

    private static int[] squares() {
        int[] squares = new int[SIZE];
        for (int i = 0; i < SIZE; i++) {
            squares[i] = i * i;
        }
        return squares;
    }
}
