// Three threads that are alike but for their names, which nobody asks for.
public class AlikeCount {
    int count;

    synchronized void increment() {
        count++;
    }

    public static void main(String[] args) throws Exception {
        AlikeCount all = new AlikeCount();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            threads[i] = new Thread(all::increment, "counter " + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
