// needs: the network
import java.net.Socket;

/** Dies of a connection that is refused; the main thread then waits for ever. */
public class Connection {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread client = new Thread(() -> {
            try (Socket socket = new Socket("203.0.113.5", 80)) {
                synchronized (lock) {
                    lock.notify();
                }
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        synchronized (lock) {
            client.start();
            lock.wait();
        }
    }
}
