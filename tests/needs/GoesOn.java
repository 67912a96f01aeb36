// goes-on: the network
// finds: data race on GoesOn.tries
import java.net.Socket;

/** Does without the network; its race is its own. */
public class GoesOn {
    static int tries;

    static void connect() {
        tries++;
        try (Socket socket = new Socket("203.0.113.5", 80)) {
            System.out.println(socket.isConnected());
        } catch (java.io.IOException e) {
            System.out.println("no network");
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(GoesOn::connect);
        other.start();
        connect();
        other.join();
    }
}
