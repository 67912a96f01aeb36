// Jetty on loopback, asked by HttpURLConnection.
// jars: jetty9-server.jar jetty9-http.jar jetty9-io.jar jetty9-util.jar servlet-api.jar
// stderr: ignore
import java.io.IOException;
import java.net.*;
import javax.servlet.http.*;
import org.eclipse.jetty.server.*;
import org.eclipse.jetty.server.handler.AbstractHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

public class JettyServer {
    public static void main(String[] args) throws Exception {
        Server server = new Server(new QueuedThreadPool(6, 6));
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new AbstractHandler() {
            @Override
            public void handle(String target, Request base, HttpServletRequest request, HttpServletResponse response)
                    throws IOException {
                response.setContentType("text/plain");
                response.getWriter().print(request.getMethod() + " " + target);
                base.setHandled(true);
            }
        });
        server.start();
        for (String path : new String[] {"/a", "/b?c"}) {
            URL url = new URL("http://127.0.0.1:" + connector.getLocalPort() + path);
            HttpURLConnection connection = (HttpURLConnection) url.openConnection();
            System.out.println(connection.getResponseCode() + " " + new String(connection.getInputStream().readAllBytes()));
        }
        server.stop();
        System.out.println(server.isStopped());
    }
}
