// finds: lost signal: a thread waits for ever on the connection
// stuck: 23
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;

/** The server takes its client, and never answers: the client is stuck, the server is not. */
public class StuckClient {
    public static void main(String[] args) throws Exception {
        Selector selector = Selector.open();
        ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress("localhost", 0));
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        Thread thread = new Thread(() -> serve(selector, server));
        thread.start();
        Socket client = new Socket("localhost", server.socket().getLocalPort());
        wait(client);
    }

    static void wait(Socket client) throws Exception {
        client.getInputStream().read();
    }

    static void serve(Selector selector, ServerSocketChannel server) {
        try {
            while (true) {
                selector.select();
                selector.selectedKeys().clear();
                server.accept();
            }
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
