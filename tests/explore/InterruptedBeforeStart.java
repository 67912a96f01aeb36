// finds: uncaught exception: java.lang.IllegalStateException: interrupted
/** The same if the interrupt came before the thread was started, and no thread has to do with it any more. */
public class InterruptedBeforeStart {
    public static void main(String[] args) {
        Thread slow = new Thread(Thread::yield);
        Thread impatient = new Thread(() -> {
            try {
                slow.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted");
            }
        });
        impatient.interrupt();
        slow.start();
        impatient.start();
    }
}
