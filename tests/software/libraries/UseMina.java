// MINA: a line protocol over NIO on loopback.
// jars: mina2-core.jar slf4j-api.jar slf4j-nop.jar
import java.net.InetSocketAddress;
import java.util.concurrent.*;
import org.apache.mina.core.future.ConnectFuture;
import org.apache.mina.core.service.IoHandlerAdapter;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.filter.codec.ProtocolCodecFilter;
import org.apache.mina.filter.codec.textline.TextLineCodecFactory;
import org.apache.mina.transport.socket.nio.*;

public class UseMina {
    public static void main(String[] args) throws Exception {
        NioSocketAcceptor acceptor = new NioSocketAcceptor(1);
        acceptor.getFilterChain().addLast("lines", new ProtocolCodecFilter(new TextLineCodecFactory()));
        acceptor.setHandler(new IoHandlerAdapter() {
            @Override
            public void messageReceived(IoSession session, Object message) {
                session.write("heard " + message);
            }
        });
        acceptor.bind(new InetSocketAddress("127.0.0.1", 0));
        BlockingQueue<Object> answers = new LinkedBlockingQueue<>();
        NioSocketConnector connector = new NioSocketConnector(1);
        connector.getFilterChain().addLast("lines", new ProtocolCodecFilter(new TextLineCodecFactory()));
        connector.setHandler(new IoHandlerAdapter() {
            @Override
            public void messageReceived(IoSession session, Object message) {
                answers.add(message);
            }
        });
        ConnectFuture connected = connector.connect(acceptor.getLocalAddress());
        connected.awaitUninterruptibly();
        IoSession session = connected.getSession();
        session.write("one");
        session.write("two");
        System.out.println(answers.take() + " " + answers.take());
        session.closeNow().awaitUninterruptibly();
        connector.dispose();
        acceptor.dispose();
        System.out.println(acceptor.isDisposed());
    }
}
