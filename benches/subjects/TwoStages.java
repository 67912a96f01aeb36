// The two-stage pattern (Oliveira 2012): the second stage works on what the first stage made, under the lock of the second stage only.
// expect race TwoStages$Data.value @first @second
public class TwoStages {
    static class Data {
        int value;
    }

    static class Stager extends Thread {
        @Override
        public void run() {
            synchronized (first) {
                first.value++; // @first
            }
            synchronized (second) {
                second.value = first.value + 1; // @second
            }
        }
    }

    static class Reader extends Thread {
        @Override
        public void run() {
            int before;
            int after;
            synchronized (first) {
                before = first.value;
            }
            synchronized (second) {
                after = second.value;
            }
            if (after > 0 && after <= before) {
                synchronized (Reader.class) {
                    torn++;
                }
            }
        }
    }

    static final Data first = new Data();
    static final Data second = new Data();
    static int torn;

    /** Two of three threads go through both stages. */
    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 17;
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            all[i] = i % 3 == 2 ? new Reader() : new Stager();
            all[i].start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        System.out.println(second.value + ", torn " + torn);
    }
}
