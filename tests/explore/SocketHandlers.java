// finds: dead heat: SocketHandlers.served
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/** Two handlers count their clients in one field, and nothing orders the two. */
public class SocketHandlers {
    static int served;

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            Socket[] clients = {connect(server), connect(server)};
            for (Socket ignored : clients) {
                Socket accepted = server.accept();
                new Thread(() -> handle(accepted)).start();
            }
        }
    }

    static Socket connect(ServerSocket server) throws IOException {
        Socket client = new Socket("localhost", server.getLocalPort());
        client.getOutputStream().write(1);
        return client;
    }

    static void handle(Socket socket) {
        try {
            served += socket.getInputStream().read();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
