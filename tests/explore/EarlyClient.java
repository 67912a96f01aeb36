// finds: uncaught exception: java.net.ConnectException*
import java.net.ServerSocket;
import java.net.Socket;

/** The client does not wait until the server is there. */
public class EarlyClient {
    public static void main(String[] args) throws Exception {
        Thread server = new Thread(() -> {
            try (ServerSocket socket = new ServerSocket(4711)) {
                socket.accept().close();
            } catch (java.io.IOException e) {
                throw new AssertionError(e);
            }
        });
        server.start();
        new Socket("localhost", 4711).close();
    }
}
