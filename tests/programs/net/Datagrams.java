// DatagramSocket and DatagramChannel: sending, receiving, connecting, time limits, cut packets, unreachable ports.
import java.io.IOException;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

public class Datagrams {
    interface Act {
        Object run() throws Exception;
    }

    static void tell(String what, Act act) {
        String answer;
        try {
            answer = String.valueOf(act.run());
        } catch (Throwable e) {
            answer = e.getClass().getName() + ": " + e.getMessage();
        }
        System.out.println(what + ": " + answer);
    }

    static DatagramPacket packet(String text, SocketAddress to) {
        byte[] bytes = text.getBytes();
        return new DatagramPacket(bytes, bytes.length, to);
    }

    static String text(DatagramPacket packet) {
        return new String(packet.getData(), packet.getOffset(), packet.getLength());
    }

    public static void main(String[] args) throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        DatagramSocket server = new DatagramSocket(0, here);
        SocketAddress at = server.getLocalSocketAddress();
        Thread echo = new Thread(() -> {
            try {
                for (int i = 0; i < 3; i++) {
                    DatagramPacket got = new DatagramPacket(new byte[100], 100);
                    server.receive(got);
                    server.send(packet(text(got).toUpperCase(), got.getSocketAddress()));
                }
            } catch (IOException e) {
                System.out.println(e);
            }
        });
        echo.start();
        DatagramSocket client = new DatagramSocket();
        for (String text : new String[] {"one", "two", ""}) {
            client.send(packet(text, at));
            DatagramPacket got = new DatagramPacket(new byte[100], 100);
            client.receive(got);
            System.out.println("<" + text(got) + "> " + got.getSocketAddress().equals(at) + " " + got.getAddress());
        }
        echo.join();
        client.send(packet("a long text", at));
        DatagramPacket small = new DatagramPacket(new byte[4], 4);
        server.receive(small);
        System.out.println(text(small) + " " + (small.getPort() == client.getLocalPort()));
        server.setSoTimeout(30);
        tell("nothing more", () -> {
            server.receive(small);
            return "?";
        });
        tell("in use", () -> new DatagramSocket(server.getLocalPort(), here));
        client.connect(at);
        System.out.println(client.isConnected() + " " + client.getRemoteSocketAddress().equals(at));
        client.send(packet("connected", null == at ? null : at));
        DatagramPacket got = new DatagramPacket(new byte[100], 100);
        server.receive(got);
        System.out.println(text(got));
        client.disconnect();
        System.out.println(client.isConnected() + " " + client.isBound());
        server.close();
        tell("closed", () -> {
            server.receive(got);
            return "?";
        });
        DatagramSocket waiting = new DatagramSocket(0, here);
        Thread stuck = new Thread(() -> tell("closed while receiving", () -> {
            waiting.receive(got);
            return "?";
        }));
        stuck.start();
        Thread.sleep(50);
        waiting.close();
        stuck.join();
        channels(here, at);
        client.close();
    }

    static void channels(InetAddress here, SocketAddress closed) throws Exception {
        DatagramChannel a = DatagramChannel.open(), b = DatagramChannel.open();
        a.bind(new InetSocketAddress(here, 0));
        b.bind(new InetSocketAddress(here, 0));
        System.out.println(a.send(ByteBuffer.wrap("first".getBytes()), b.getLocalAddress()));
        ByteBuffer buffer = ByteBuffer.allocate(100);
        System.out.println(b.receive(buffer).equals(a.getLocalAddress()) + " " + buffer.position());
        b.connect(a.getLocalAddress());
        System.out.println(a.send(ByteBuffer.wrap("second".getBytes()), b.getLocalAddress()));
        System.out.println(b.isConnected() + " " + b.read(buffer) + " " + buffer.position());
        System.out.println(b.write(ByteBuffer.wrap("back".getBytes())));
        a.configureBlocking(false);
        buffer.clear();
        System.out.println(a.receive(buffer).equals(b.getLocalAddress()) + " " + a.receive(buffer));
        tell("not connected", () -> a.read(buffer));
        DatagramChannel c = DatagramChannel.open();
        c.connect(closed);
        c.write(ByteBuffer.wrap(new byte[1]));
        Thread.sleep(20);
        tell("unreachable", () -> c.read(buffer));
        a.close();
        b.close();
        c.close();
    }
}
