// The threads do not ask who they are: they were told. Their maker still has all of them.
// finds: dead heat: AlikeGiven.first
// finds: dead heat: AlikeGiven.another
public class AlikeGiven implements Runnable {
    static volatile Thread owner;
    static int first, another;
    Thread self;

    @Override
    public void run() {
        owner = self;
    }

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            AlikeGiven given = new AlikeGiven();
            threads[i] = given.self = new Thread(given);
        }
        for (Thread thread : threads) {
            thread.start();
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
