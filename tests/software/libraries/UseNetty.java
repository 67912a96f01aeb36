// netty: an echo over NIO on loopback, one event loop for each side.
// jars: netty-buffer.jar netty-common.jar netty-transport.jar netty-resolver.jar netty-codec.jar netty-handler.jar
import io.netty.bootstrap.*;
import io.netty.channel.*;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.*;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.string.*;
import java.net.InetSocketAddress;
import java.util.concurrent.*;

public class UseNetty {
    static ChannelInitializer<Channel> lines(ChannelHandler last) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                channel.pipeline().addLast(new LineBasedFrameDecoder(80), new StringDecoder(), new StringEncoder(), last);
            }
        };
    }

    public static void main(String[] args) throws Exception {
        EventLoopGroup loops = new NioEventLoopGroup(1);
        EventLoopGroup clients = new NioEventLoopGroup(1);
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        Channel server = new ServerBootstrap().group(loops).channel(NioServerSocketChannel.class).childHandler(lines(new SimpleChannelInboundHandler<String>() {
            @Override
            protected void channelRead0(ChannelHandlerContext context, String line) {
                context.writeAndFlush("echo " + line + "\n");
            }

            @Override
            public boolean isSharable() {
                return true;
            }
        })).bind("127.0.0.1", 0).sync().channel();
        int port = ((InetSocketAddress) server.localAddress()).getPort();
        Channel client = new Bootstrap().group(clients).channel(NioSocketChannel.class).handler(lines(new SimpleChannelInboundHandler<String>() {
            @Override
            protected void channelRead0(ChannelHandlerContext context, String line) {
                heard.add(line);
            }
        })).connect("127.0.0.1", port).sync().channel();
        for (String line : new String[] {"one", "two", "three"}) {
            client.writeAndFlush(line + "\n").sync();
            System.out.println(heard.take());
        }
        client.close().sync();
        server.close().sync();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        clients.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        System.out.println("down");
    }
}
