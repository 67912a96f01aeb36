// ServerSocket and Socket: an echo server with a thread per client, half close, what sockets say of themselves.
import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

public class Echo {
    static void serve(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            byte[] buffer = new byte[16];
            int n;
            while ((n = in.read(buffer)) > 0) {
                out.write(buffer, 0, n);
            }
            out.write("!".getBytes());
        } catch (IOException e) {
            System.out.println("server: " + e);
        }
    }

    static String talk(int port, String text) throws IOException {
        try (Socket socket = new Socket("localhost", port)) {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        int port = server.getLocalPort();
        System.out.println(port > 0 ? "bound" : "not bound");
        System.out.println(server.isBound() + " " + server.isClosed() + " " + server.getReuseAddress());
        Thread acceptor = new Thread(() -> {
            try {
                for (int i = 0; i < 4; i++) {
                    Socket socket = server.accept();
                    new Thread(() -> serve(socket)).start();
                }
            } catch (IOException e) {
                System.out.println("acceptor: " + e);
            }
        });
        acceptor.start();
        System.out.println(talk(port, "hello"));
        System.out.println(talk(port, "a longer text that does not fit the buffer"));
        String[] answers = new String[2];
        Thread[] clients = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int n = i;
            clients[i] = new Thread(() -> {
                try {
                    answers[n] = talk(port, "client " + n);
                } catch (IOException e) {
                    answers[n] = e.toString();
                }
            });
            clients[i].start();
        }
        for (Thread client : clients) client.join();
        System.out.println(Arrays.toString(answers));
        acceptor.join();
        server.close();
        System.out.println(server.isClosed());
        about();
        large();
    }

    static void about() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                Socket client = new Socket()) {
            System.out.println(server.getInetAddress());
            System.out.println(client.isConnected() + " " + client.isBound() + " " + client.getPort());
            client.connect(server.getLocalSocketAddress(), 1000);
            Socket accepted = server.accept();
            System.out.println(client.isConnected() + " " + client.isBound());
            System.out.println(client.getInetAddress() + " " + client.getLocalAddress());
            System.out.println(accepted.getInetAddress() + " " + accepted.getLocalAddress());
            System.out.println(client.getPort() == server.getLocalPort());
            System.out.println(client.getLocalPort() == accepted.getPort());
            System.out.println(accepted.getLocalPort() == server.getLocalPort());
            System.out.println(accepted.getRemoteSocketAddress().equals(client.getLocalSocketAddress()));
            client.setTcpNoDelay(true);
            client.setKeepAlive(true);
            client.setSoLinger(true, 3);
            client.setSoTimeout(250);
            client.setReceiveBufferSize(20000);
            System.out.println(client.getTcpNoDelay() + " " + client.getKeepAlive() + " " + client.getSoLinger() + " "
                    + client.getSoTimeout() + " " + client.getReceiveBufferSize());
            System.out.println(accepted.getTcpNoDelay() + " " + accepted.getKeepAlive() + " " + accepted.getSoLinger());
            OutputStream out = client.getOutputStream();
            out.write(new byte[] {1, 2, 3});
            InputStream in = accepted.getInputStream();
            System.out.println(in.read() + " " + in.available() + " " + in.skip(1) + " " + in.read());
            System.out.println(client.isInputShutdown() + " " + client.isOutputShutdown());
            client.shutdownOutput();
            System.out.println(in.read() + " " + in.read() + " " + in.available());
            accepted.getOutputStream().write(65);
            System.out.println(client.getInputStream().read());
            try {
                out.write(1);
            } catch (SocketException e) {
                System.out.println(e.getMessage());
            }
            accepted.shutdownInput();
            System.out.println(accepted.isInputShutdown() + " " + in.read());
            accepted.close();
            System.out.println(client.getInputStream().read());
            client.close();
            System.out.println(client.isClosed() + " " + client.isConnected());
            try {
                client.getInputStream();
            } catch (SocketException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    static byte[] content() {
        byte[] content = new byte[7_000_000];
        new Random(1).nextBytes(content);
        return content;
    }

    /** More than any buffer holds. */
    static void large() throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            Thread sender = new Thread(() -> {
                try (Socket socket = server.accept()) {
                    socket.getOutputStream().write(content());
                } catch (IOException e) {
                    System.out.println(e);
                }
            });
            sender.start();
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
                byte[] got = new DataInputStream(socket.getInputStream()).readAllBytes();
                System.out.println(got.length + " " + Arrays.equals(got, content()));
            }
            sender.join();
        }
    }
}
