// finds: uncaught exception: java.lang.IllegalStateException*
// Whether the join ends by the interrupt or by the other's end is a matter of order, although that thread does nothing that shows.
public class InterruptedJoin {
    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread slow = new Thread(Thread::yield);
        Thread impatient = new Thread(main::interrupt);
        slow.start();
        impatient.start();
        try {
            slow.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted");
        }
    }
}
