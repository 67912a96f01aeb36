// SocketChannel and ServerSocketChannel: blocking and not, gathering and scattering, finishing a connection, closing and interrupts.
import java.io.IOException;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;

public class Channels {
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

    static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    static String text(ByteBuffer buffer) {
        buffer.flip();
        return StandardCharsets.UTF_8.decode(buffer).toString();
    }

    public static void main(String[] args) throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(here, 0));
        SocketAddress at = server.getLocalAddress();
        System.out.println(((InetSocketAddress) at).getAddress());

        SocketChannel client = SocketChannel.open();
        System.out.println(client.isConnected() + " " + client.isConnectionPending() + " " + client.getRemoteAddress());
        System.out.println(client.connect(at));
        SocketChannel accepted = server.accept();
        System.out.println(client.getRemoteAddress().equals(at) + " "
                + client.getLocalAddress().equals(accepted.getRemoteAddress()));
        ByteBuffer[] parts = {bytes("one "), bytes("two "), bytes("three")};
        System.out.println(client.write(parts));
        ByteBuffer a = ByteBuffer.allocate(6), b = ByteBuffer.allocateDirect(20);
        System.out.println(accepted.read(new ByteBuffer[] {a, b}));
        System.out.println(text(a) + "|" + text(b));

        accepted.configureBlocking(false);
        ByteBuffer nothing = ByteBuffer.allocate(4);
        System.out.println(accepted.read(nothing));
        client.write(bytes("x"));
        System.out.println(accepted.read(nothing) + " " + text(nothing));
        client.shutdownOutput();
        nothing.clear();
        System.out.println(accepted.read(nothing) + " " + accepted.read(nothing));
        tell("write after shutdown", () -> client.write(bytes("x")));
        tell("accept nothing", () -> {
            server.configureBlocking(false);
            return server.accept();
        });
        int sent = 0, n;
        ByteBuffer block = ByteBuffer.allocate(100_000);
        while ((n = accepted.write(block)) > 0) {
            sent += n;
            block.clear();
        }
        System.out.println(sent > 10_000);
        client.close();
        accepted.close();
        tell("closed", () -> accepted.read(nothing));

        SocketChannel late = SocketChannel.open();
        late.configureBlocking(false);
        boolean at_once = late.connect(at);
        System.out.println(at_once || late.isConnectionPending());
        while (!at_once && !late.finishConnect()) {
            Thread.sleep(1);
        }
        System.out.println(late.isConnected() + " " + late.isConnectionPending());
        SocketChannel last = null;
        while (last == null) {
            last = server.accept();
        }
        System.out.println(last.isBlocking() + " " + last.isConnected());
        late.close();
        last.close();
        server.close();

        SocketChannel refused = SocketChannel.open();
        tell("refused", () -> refused.connect(at));
        System.out.println(refused.isOpen());
        SocketChannel refusedLater = SocketChannel.open();
        refusedLater.configureBlocking(false);
        tell("refused later", () -> {
            refusedLater.connect(at);
            Thread.sleep(20);
            return refusedLater.finishConnect();
        });
        System.out.println(refusedLater.isOpen());
        tell("not yet connected", () -> SocketChannel.open().read(nothing));
        tell("unresolved", () -> SocketChannel.open().connect(InetSocketAddress.createUnresolved("x", 1)));
        waiting(here);
        pipes();
    }

    static void waiting(InetAddress here) throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(here, 0));
            SocketChannel client = SocketChannel.open(server.getLocalAddress());
            SocketChannel accepted = server.accept();
            Thread reader = new Thread(() -> tell("closed while reading", () -> client.read(ByteBuffer.allocate(1))));
            reader.start();
            Thread.sleep(50);
            client.close();
            reader.join();
            Thread second = new Thread(() -> {
                tell("interrupted while reading", () -> accepted.read(ByteBuffer.allocate(1)));
                System.out.println(Thread.currentThread().isInterrupted() + " " + accepted.isOpen());
            });
            // Its other end is closed: there is the end to be read first.
            System.out.println(accepted.read(ByteBuffer.allocate(1)));
            SocketChannel other = SocketChannel.open(server.getLocalAddress());
            SocketChannel end = server.accept();
            Thread third = new Thread(() -> {
                tell("interrupted while reading", () -> end.read(ByteBuffer.allocate(1)));
                System.out.println(Thread.currentThread().isInterrupted() + " " + end.isOpen());
            });
            third.start();
            Thread.sleep(50);
            third.interrupt();
            third.join();
            System.out.println(other.read(ByteBuffer.allocate(1)));
            Thread acceptor = new Thread(() -> {
                tell("interrupted while accepting", server::accept);
                System.out.println(Thread.currentThread().isInterrupted() + " " + server.isOpen());
            });
            acceptor.start();
            Thread.sleep(50);
            acceptor.interrupt();
            acceptor.join();
            second.interrupt();
        }
    }

    static void pipes() throws Exception {
        Pipe pipe = Pipe.open();
        Thread reader = new Thread(() -> tell("pipe closed while reading", () -> pipe.source().read(ByteBuffer.allocate(1))));
        reader.start();
        Thread.sleep(50);
        pipe.source().close();
        reader.join();
        tell("broken pipe", () -> pipe.sink().write(bytes("x")));
    }
}
