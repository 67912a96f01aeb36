import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;

/** What was done before a datagram was sent is known to whoever has received it. */
public class DatagramOrder {
    static int sum;

    public static void main(String[] args) throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (DatagramSocket socket = new DatagramSocket(0, here)) {
            Thread sender = new Thread(() -> {
                try (DatagramSocket out = new DatagramSocket(0, here)) {
                    sum = 3;
                    out.send(new DatagramPacket(new byte[] {4}, 1, here, socket.getLocalPort()));
                } catch (java.io.IOException e) {
                    throw new AssertionError(e);
                }
            });
            sender.start();
            DatagramPacket packet = new DatagramPacket(new byte[1], 1);
            socket.receive(packet);
            sum += packet.getData()[0];
            sender.join();
        }
    }
}
