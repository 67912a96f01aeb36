// Two producers count what they send, one before it puts and one after; the monitor that hands messages to a third thread hides
// it (after the tests of ThreadSanitizer with a condition variable).
// expect race Producers.sent @before @after
// hidden: Producers.sent
// needs: suspicion
public class Producers {
    private static final int MESSAGES = 60;

    private static final Object monitor = new Object();
    private static int waiting;
    private static int sent;
    private static int received;

    public static void main(String[] args) throws InterruptedException {
        Thread eager = new Thread(Producers::eager);
        Thread careful = new Thread(Producers::careful);
        eager.start();
        careful.start();
        for (int i = 0; i < 2 * MESSAGES; i++) {
            take();
        }
        eager.join();
        careful.join();
        System.out.println(received);
    }

    private static void eager() {
        sent += MESSAGES; // @before
        for (int i = 0; i < MESSAGES; i++) {
            put();
        }
    }

    private static void careful() {
        for (int i = 0; i < MESSAGES; i++) {
            put();
        }
        sent += MESSAGES; // @after
    }

    private static void put() {
        synchronized (monitor) {
            waiting++;
            monitor.notify();
        }
    }

    private static void take() throws InterruptedException {
        synchronized (monitor) {
            while (waiting == 0) {
                monitor.wait();
            }
            waiting--;
            received++;
        }
    }
}
