// finds: deadlock: *
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/** Each end waits for the other to speak first. */
public class SocketDeadlock {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        Thread thread = new Thread(() -> {
            try {
                Socket socket = server.accept();
                socket.getInputStream().read();
                socket.getOutputStream().write(1);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        Socket socket = new Socket("localhost", server.getLocalPort());
        socket.getInputStream().read();
        socket.getOutputStream().write(1);
    }
}
