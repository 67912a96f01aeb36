// The wrong lock (Oliveira 2012): most threads lock the data, some lock the class.
// expect race WrongLock.value @data @class
public class WrongLock {
    private int value;

    void lockData() {
        synchronized (this) {
            int old = value;
            value = old + 1; // @data
        }
    }

    void lockClass() {
        synchronized (WrongLock.class) {
            int old = value;
            value = old + 1; // @class
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 18;
        WrongLock data = new WrongLock();
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            all[i] = i % 6 == 5 ? new Thread(data::lockClass) : new Thread(data::lockData);
            all[i].start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        System.out.println(data.value);
    }
}
