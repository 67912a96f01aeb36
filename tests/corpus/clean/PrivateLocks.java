// An atomic method takes locks that only its own thread ever uses (the extension "thread-local locks" of Flanagan 2004).
import deadheat.Atomic;

public class PrivateLocks {
    static class Counter {
        private int n;

        synchronized void add(int k) {
            n += k;
        }

        synchronized int get() {
            return n;
        }
    }

    static final int[] results = new int[2];

    @Atomic
    static void work(int me) {
        Counter mine = new Counter();
        mine.add(me);
        mine.add(5);
        results[me] = mine.get();
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> work(0));
        Thread t2 = new Thread(() -> work(1));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(results[0] + " " + results[1]);
    }
}
