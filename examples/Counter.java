/*
 * RIGHT: n threads increment one counter k times each. The increment is
 * synchronized, and main reads the counter only after joining every thread, so
 * the total is always n * k. Arguments: n (default 2) and k (default 2).
 */
public class Counter {
    private int value;

    synchronized void increment() {
        value++;
    }

    synchronized int value() {
        return value;
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int k = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        Counter counter = new Counter();
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            threads[i] = new Thread(() -> {
                for (int j = 0; j < k; j++) {
                    counter.increment();
                }
            }, "counter-" + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (counter.value() != n * k) {
            throw new AssertionError("counted " + counter.value());
        }
        System.out.println("counted " + counter.value());
    }
}
