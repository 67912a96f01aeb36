// A synchronized method that takes two other locks, one after the other, for unrelated data: no thread can see it half done.
public class UnrelatedLocks {
    static class Desk {
        int jobs;

        synchronized void job() {
            jobs++;
            synchronized (printer) {
                pages++;
            }
            synchronized (scanner) {
                scans++;
            }
        }
    }

    static final Object printer = new Object();
    static final Object scanner = new Object();
    static final Desk desk = new Desk();
    static int pages;
    static int scans;

    static void print() {
        synchronized (printer) {
            pages++;
        }
    }

    static void scan() {
        synchronized (scanner) {
            scans++;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> desk.job());
        Thread t2 = new Thread(UnrelatedLocks::print);
        Thread t3 = new Thread(UnrelatedLocks::scan);
        t1.start();
        t2.start();
        t3.start();
        t1.join();
        t2.join();
        t3.join();
        System.out.println(pages + " " + scans);
    }
}
