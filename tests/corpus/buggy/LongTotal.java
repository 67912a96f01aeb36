// A 64-bit total and a double mean, both updated without a lock.
// expect race LongTotal.total @total @total
// expect race LongTotal.mean @mean @mean
public class LongTotal {
    static long total;
    static double mean;

    static void add(long n) {
        total += n << 33; // @total
        mean = (mean + n) / 2; // @mean
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> add(1));
        Thread t2 = new Thread(() -> add(2));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(total >= 0);
    }
}
