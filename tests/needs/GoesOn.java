// goes-on: the network
// finds: data race on GoesOn.tries
import java.net.ServerSocket;

/** Does without the network; its race is its own. */
public class GoesOn {
    static int tries;

    static void listen() {
        tries++;
        try (ServerSocket socket = new ServerSocket(0)) {
            System.out.println(socket.getLocalPort() > 0);
        } catch (java.io.IOException e) {
            System.out.println("no network");
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(GoesOn::listen);
        other.start();
        listen();
        other.join();
    }
}
