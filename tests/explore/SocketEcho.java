import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/** A server that answers one client. Nothing is wrong: what the client reads was written before. */
public class SocketEcho {
    static int asked;

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            Thread thread = new Thread(() -> serve(server));
            thread.start();
            try (Socket socket = new Socket("localhost", server.getLocalPort())) {
                asked = 20;
                socket.getOutputStream().write(1);
                if (socket.getInputStream().read() != 21 || asked != 21) {
                    throw new AssertionError();
                }
            }
            thread.join();
        }
    }

    static void serve(ServerSocket server) {
        try (Socket socket = server.accept()) {
            int more = socket.getInputStream().read();
            asked += more;
            socket.getOutputStream().write(asked);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
