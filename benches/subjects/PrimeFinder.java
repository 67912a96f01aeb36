// Primes in an interval (Shacham 2004): candidates come from a locked counter, primes go into a locked table, the largest is kept without
// a lock.
// expect race PrimeFinder.largest @look @keep
// allow race PrimeFinder.largest @keep @keep
public class PrimeFinder {
    static class Finder extends Thread {
        @Override
        public void run() {
            for (int candidate = next(); candidate <= LIMIT; candidate = next()) {
                if (isPrime(candidate)) {
                    add(candidate);
                    if (candidate > largest) { // @look
                        largest = candidate; // @keep
                    }
                }
            }
        }
    }

    static final int LIMIT = 600;
    static final Object lock = new Object();
    static final int[] primes = new int[200];
    static int candidate = 2;
    static int count;
    static int largest;

    static int next() {
        synchronized (lock) {
            return candidate++;
        }
    }

    static void add(int prime) {
        synchronized (primes) {
            primes[count++] = prime;
        }
    }

    static boolean isPrime(int number) {
        for (int divisor = 2; divisor * divisor <= number; divisor++) {
            if (number % divisor == 0) {
                return false;
            }
        }
        return true;
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        Finder[] finders = new Finder[threads];
        for (int i = 0; i < threads; i++) {
            finders[i] = new Finder();
            finders[i].start();
        }
        for (Finder finder : finders) {
            finder.join();
        }
        System.out.println(count + " primes, the largest is " + largest);
    }
}
