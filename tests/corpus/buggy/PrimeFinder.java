// Searchers of primes count their finds under the lock, but one statistic is updated outside
// (the idea of the subject PrimeFinder of Shacham 2004).
// expect race PrimeFinder.largest @read @write
// allow race PrimeFinder.largest @write @write
public class PrimeFinder {
    static final Object lock = new Object();
    static int found;
    static int largest;

    static void search(int from, int to) {
        for (int n = from; n < to; n++) {
            boolean prime = n > 1;
            for (int d = 2; d * d <= n; d++) {
                if (n % d == 0) {
                    prime = false;
                }
            }
            if (prime) {
                synchronized (lock) {
                    found++;
                }
                if (n > largest) { // @read
                    largest = n; // @write
                }
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> search(2, 6));
        Thread t2 = new Thread(() -> search(6, 14));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(found);
    }
}
