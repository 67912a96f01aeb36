/*
 * WRONG: wait() is called under an `if`. The specification allows it to return
 * for no reason, and then the message is not there yet. Explore it with
 * --spurious; a `while` in place of the `if` is the cure.
 */
public class NoLoop {
    private String message;

    synchronized String receive() throws InterruptedException {
        if (message == null) {
            wait();
        }
        if (message == null) {
            throw new AssertionError("woken without a message");
        }
        return message;
    }

    synchronized void send(String text) {
        message = text;
        notify();
    }

    public static void main(String[] args) throws InterruptedException {
        NoLoop channel = new NoLoop();
        Thread sender = new Thread(() -> channel.send("hello"), "sender");
        sender.start();
        System.out.println("received " + channel.receive());
        sender.join();
    }
}
