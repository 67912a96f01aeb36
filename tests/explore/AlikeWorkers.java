// Each thread has an object for itself, and their maker reads one of them while it waits for others.
// finds: dead heat: AlikeWorkers.result
public class AlikeWorkers implements Runnable {
    static volatile int next;
    int result;

    @Override
    public void run() {
        result = next++;
    }

    public static void main(String[] args) throws Exception {
        AlikeWorkers[] workers = {new AlikeWorkers(), new AlikeWorkers(), new AlikeWorkers()};
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            threads[i] = new Thread(workers[i]);
            threads[i].start();
        }
        threads[0].join();
        int sum = workers[1].result;
        threads[1].join();
        threads[2].join();
    }
}
