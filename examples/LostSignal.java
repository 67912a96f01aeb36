/*
 * WRONG: the waiter calls wait() without a condition to check. If the signaller
 * runs first, its notify() finds nobody waiting and is lost; the waiter then
 * waits for ever. The cure is a boolean set before notify() and tested in a
 * loop around wait(), both under the lock.
 */
public class LostSignal {
    private final Object lock = new Object();
    private String message;

    String receive() throws InterruptedException {
        synchronized (lock) {
            lock.wait();
            return message;
        }
    }

    void send(String text) {
        synchronized (lock) {
            message = text;
            lock.notify();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LostSignal channel = new LostSignal();
        Thread waiter = new Thread(() -> {
            try {
                System.out.println("received " + channel.receive());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "waiter");
        Thread signaller = new Thread(() -> channel.send("hello"), "signaller");
        waiter.start();
        signaller.start();
        waiter.join();
        signaller.join();
    }
}
