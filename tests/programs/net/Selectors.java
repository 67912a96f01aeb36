// A Selector: an echo server of one thread, keys, wakeups, time limits, connections finished by it, datagrams, pipes.
import java.io.IOException;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

public class Selectors {
    static void serve(Selector selector, ServerSocketChannel server, int clients) {
        try {
            int gone = 0;
            while (gone < clients) {
                selector.select();
                for (Iterator<SelectionKey> it = selector.selectedKeys().iterator(); it.hasNext();) {
                    SelectionKey key = it.next();
                    it.remove();
                    if (key.isAcceptable()) {
                        SocketChannel channel = server.accept();
                        channel.configureBlocking(false);
                        channel.register(selector, SelectionKey.OP_READ, ByteBuffer.allocate(8));
                    } else if (key.isReadable()) {
                        SocketChannel channel = (SocketChannel) key.channel();
                        ByteBuffer buffer = (ByteBuffer) key.attachment();
                        if (channel.read(buffer) < 0) {
                            channel.close();
                            gone++;
                        } else {
                            buffer.flip();
                            channel.write(buffer);
                            buffer.clear();
                        }
                    }
                }
            }
        } catch (IOException e) {
            System.out.println("server: " + e);
        }
    }

    public static void main(String[] args) throws Exception {
        Selector selector = Selector.open();
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.configureBlocking(false);
        SelectionKey acceptKey = server.register(selector, SelectionKey.OP_ACCEPT);
        int port = server.socket().getLocalPort();
        System.out.println(selector.isOpen() + " " + selector.keys().size() + " " + selector.selectNow());
        Thread thread = new Thread(() -> serve(selector, server, 3));
        thread.start();
        Thread[] clients = new Thread[3];
        String[] answers = new String[3];
        for (int i = 0; i < 3; i++) {
            int n = i;
            clients[i] = new Thread(() -> {
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    byte[] text = ("client number " + n).getBytes();
                    socket.getOutputStream().write(text);
                    answers[n] = new String(socket.getInputStream().readNBytes(text.length));
                } catch (IOException e) {
                    answers[n] = e.toString();
                }
            });
            clients[i].start();
        }
        for (Thread client : clients) client.join();
        thread.join();
        System.out.println(Arrays.toString(answers));
        acceptKey.cancel();
        System.out.println(acceptKey.isValid() + " " + selector.selectNow() + " " + selector.keys().size());

        long before = System.nanoTime();
        System.out.println(selector.select(30) + " " + (System.nanoTime() - before >= 25_000_000));
        selector.wakeup();
        System.out.println(selector.select());
        Thread waker = new Thread(selector::wakeup);
        waker.start();
        System.out.println(selector.select());
        waker.join();
        Thread.currentThread().interrupt();
        System.out.println(selector.select() + " " + Thread.interrupted());
        connecting(selector, server);
        others(selector);
        Thread closer = new Thread(() -> {
            try {
                Thread.sleep(30);
                selector.close();
            } catch (Exception e) {
                System.out.println(e);
            }
        });
        closer.start();
        try {
            selector.select();
            selector.select();
            System.out.println("open");
        } catch (ClosedSelectorException e) {
            System.out.println("closed");
        }
        closer.join();
        server.close();
    }

    static void connecting(Selector selector, ServerSocketChannel server) throws Exception {
        SocketChannel client = SocketChannel.open();
        client.configureBlocking(false);
        if (client.connect(server.getLocalAddress())) {
            System.out.println("connect ready");
        } else {
            SelectionKey key = client.register(selector, SelectionKey.OP_CONNECT);
            System.out.println(selector.select() == 1 && key.isConnectable() ? "connect ready" : "?");
            selector.selectedKeys().clear();
            System.out.print(client.finishConnect() ? "" : "?");
            key.cancel();
            selector.selectNow();
        }
        server.configureBlocking(true);
        SocketChannel accepted = server.accept();
        SelectionKey key = client.register(selector, SelectionKey.OP_WRITE | SelectionKey.OP_READ);
        System.out.println(selector.select() + " " + key.isWritable() + " " + key.isReadable());
        selector.selectedKeys().clear();
        accepted.write(ByteBuffer.wrap(new byte[3]));
        while (!key.isReadable()) {
            selector.selectedKeys().clear();
            selector.select();
        }
        System.out.println(key.isWritable() + " " + key.isReadable());
        selector.selectedKeys().clear();
        key.interestOps(SelectionKey.OP_READ);
        System.out.println(selector.selectNow() + " " + key.readyOps());
        System.out.println(selector.selectNow() + " " + selector.selectedKeys().size());
        ByteBuffer buffer = ByteBuffer.allocate(10);
        System.out.println(client.read(buffer));
        selector.selectedKeys().clear();
        System.out.println(selector.selectNow());
        accepted.close();
        System.out.println(selector.select() + " " + client.read(buffer));
        client.close();
        System.out.println(key.isValid() + " " + selector.selectNow());
    }

    static void others(Selector selector) throws Exception {
        DatagramChannel a = DatagramChannel.open(), b = DatagramChannel.open();
        a.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        b.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        b.configureBlocking(false);
        b.register(selector, SelectionKey.OP_READ, "datagrams");
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        pipe.source().register(selector, SelectionKey.OP_READ, "pipe");
        System.out.println(selector.selectNow());
        a.send(ByteBuffer.wrap("hi".getBytes()), b.getLocalAddress());
        pipe.sink().write(ByteBuffer.wrap("ho".getBytes()));
        Set<Object> ready = new TreeSet<>();
        while (ready.size() < 2) {
            selector.select(key -> ready.add(key.attachment()));
        }
        System.out.println(ready);
        ByteBuffer buffer = ByteBuffer.allocate(10);
        System.out.println(a.getLocalAddress().equals(b.receive(buffer)) + " " + buffer.position() + " " + b.receive(buffer));
        a.close();
        b.close();
        pipe.sink().close();
        pipe.source().close();
        selector.selectNow();
    }
}
