// Apache HttpClient, asking the JDK's HTTP server on loopback.
// jars: httpclient.jar httpcore.jar commons-logging.jar commons-codec.jar
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import org.apache.http.client.methods.*;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.*;
import org.apache.http.util.EntityUtils;

public class UseHttpClient {
    public static void main(String[] args) throws Exception {
        java.util.logging.LogManager.getLogManager().reset();
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            byte[] answer = (exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + new String(exchange.getRequestBody().readAllBytes())).getBytes();
            exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/none") ? 404 : 200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        String base = "http://127.0.0.1:" + server.getAddress().getPort();
        try (CloseableHttpClient client = HttpClients.createDefault()) {
            for (String path : new String[] {"/a?b=c", "/none"}) {
                try (CloseableHttpResponse response = client.execute(new HttpGet(base + path))) {
                    System.out.println(response.getStatusLine().getStatusCode() + " " + EntityUtils.toString(response.getEntity()));
                }
            }
            HttpPost post = new HttpPost(base + "/post");
            post.setEntity(new StringEntity("body"));
            System.out.println(EntityUtils.toString(client.execute(post).getEntity()));
        }
        server.stop(0);
    }
}
