// leaves: a server waits for clients, so the program does not end: ServerLeft.server is never closed
import java.net.ServerSocket;
import java.net.Socket;

/** A server that goes on waiting when its only client has been served; the main thread waits for its end. */
public class ServerLeft {
    static ServerSocket server;

    public static void main(String[] args) throws Exception {
        server = new ServerSocket(0);
        Thread acceptor = new Thread(ServerLeft::serve);
        acceptor.start();
        try (Socket client = new Socket("localhost", server.getLocalPort())) {
            client.getOutputStream().write(1);
        }
        acceptor.join();
    }

    static void serve() {
        while (true) {
            try (Socket accepted = server.accept()) {
                accepted.getInputStream().read();
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }
}
