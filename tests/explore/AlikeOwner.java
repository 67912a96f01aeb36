// Which of the threads was the last to write shows: their maker tells them apart.
// finds: dead heat: AlikeOwner.first
// finds: dead heat: AlikeOwner.another
public class AlikeOwner {
    static volatile Thread owner;
    static int first, another;

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
            new Thread(() -> first = 1).start();
            first = 2;
        } else {
            new Thread(() -> another = 1).start();
            another = 2;
        }
    }
}
