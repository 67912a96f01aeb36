// Which of the threads was the last to write shows: their maker tells them apart.
// finds: uncaught exception: java.lang.IllegalStateException: the first
// finds: uncaught exception: java.lang.IllegalStateException: another
public class AlikeOwner {
    static volatile Thread owner;

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            threads[i] = new Thread(() -> owner = Thread.currentThread());
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (owner == threads[0]) {
            throw new IllegalStateException("the first");
        }
        throw new IllegalStateException("another");
    }
}
