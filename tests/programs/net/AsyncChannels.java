// AsynchronousSocketChannel: futures and handlers, time limits, a group of its own.
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.util.concurrent.*;

public class AsyncChannels {
    static void echo(AsynchronousSocketChannel channel, CountDownLatch done) {
        ByteBuffer buffer = ByteBuffer.allocate(8);
        channel.read(buffer, null, new CompletionHandler<Integer, Void>() {
            public void completed(Integer n, Void nothing) {
                if (n < 0) {
                    try {
                        channel.close();
                    } catch (Exception e) {
                        System.out.println(e);
                    }
                    done.countDown();
                    return;
                }
                buffer.flip();
                CompletionHandler<Integer, Void> reader = this;
                channel.write(buffer, null, new CompletionHandler<Integer, Void>() {
                    public void completed(Integer written, Void nothing) {
                        if (buffer.hasRemaining()) {
                            channel.write(buffer, null, this);
                        } else {
                            buffer.clear();
                            channel.read(buffer, null, reader);
                        }
                    }

                    public void failed(Throwable e, Void nothing) {
                        System.out.println("write " + e);
                    }
                });
            }

            public void failed(Throwable e, Void nothing) {
                System.out.println("read " + e);
            }
        });
    }

    public static void main(String[] args) throws Exception {
        AsynchronousChannelGroup group = AsynchronousChannelGroup.withFixedThreadPool(2, Executors.defaultThreadFactory());
        AsynchronousServerSocketChannel server = AsynchronousServerSocketChannel.open(group);
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        CountDownLatch done = new CountDownLatch(2);
        server.accept(null, new CompletionHandler<AsynchronousSocketChannel, Void>() {
            public void completed(AsynchronousSocketChannel channel, Void nothing) {
                server.accept(null, this);
                echo(channel, done);
            }

            public void failed(Throwable e, Void nothing) {
                System.out.println(e.getClass().getName());
            }
        });
        for (String text : new String[] {"hello", "more than eight bytes"}) {
            try (AsynchronousSocketChannel client = AsynchronousSocketChannel.open()) {
                client.connect(server.getLocalAddress()).get();
                System.out.println(client.write(ByteBuffer.wrap(text.getBytes())).get());
                ByteBuffer answer = ByteBuffer.allocate(text.length());
                while (answer.hasRemaining()) {
                    client.read(answer).get();
                }
                System.out.println(new String(answer.array()));
                client.shutdownOutput();
                System.out.println(client.read(ByteBuffer.allocate(1)).get());
            }
        }
        done.await();
        ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        AsynchronousSocketChannel quiet = AsynchronousSocketChannel.open();
        quiet.connect(silent.getLocalSocketAddress()).get();
        CountDownLatch late = new CountDownLatch(1);
        quiet.read(ByteBuffer.allocate(1), 30, TimeUnit.MILLISECONDS, null, new CompletionHandler<Integer, Void>() {
            public void completed(Integer n, Void nothing) {
                System.out.println(n);
                late.countDown();
            }

            public void failed(Throwable e, Void nothing) {
                System.out.println(e.getClass().getName());
                late.countDown();
            }
        });
        late.await();
        quiet.close();
        silent.close();
        group.shutdownNow();
        System.out.println(group.awaitTermination(10, TimeUnit.SECONDS) + " " + server.isOpen());
        AsynchronousSocketChannel refused = AsynchronousSocketChannel.open();
        try (ServerSocket gone = new ServerSocket(0)) {
            SocketAddress at = new InetSocketAddress(InetAddress.getLoopbackAddress(), gone.getLocalPort());
            gone.close();
            refused.connect(at).get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause());
        }
    }
}
