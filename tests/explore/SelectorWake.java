import java.nio.channels.Selector;

/** A thread is woken from its selector, by whatever comes first: a wakeup is not lost. */
public class SelectorWake {
    static int told;

    public static void main(String[] args) throws Exception {
        try (Selector selector = Selector.open()) {
            Thread waker = new Thread(() -> {
                told = 1;
                selector.wakeup();
            });
            waker.start();
            selector.select();
            if (told != 1) {
                throw new AssertionError();
            }
            waker.join();
        }
    }
}
