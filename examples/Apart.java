/*
 * RIGHT: n threads that share nothing, each busy with objects of its own. All
 * orders of their steps are the same to everybody, so a search needs only one.
 * The argument is the number of threads (default 2).
 */
public class Apart {
    static final class Box {
        private int value;
    }

    static void work() {
        Box box = new Box();
        for (int i = 0; i < 10; i++) {
            box.value += i;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            threads[i] = new Thread(Apart::work, "apart-" + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
