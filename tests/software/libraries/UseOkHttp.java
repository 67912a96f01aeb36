// OkHttp and Okio, asking the JDK's HTTP server on loopback.
// jars: okhttp.jar okio.jar
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.concurrent.*;
import okhttp3.*;

public class UseOkHttp {
    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            byte[] answer = ("you asked " + exchange.getRequestURI()).getBytes();
            exchange.getResponseHeaders().add("X-Test", "yes");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        OkHttpClient client = new OkHttpClient();
        Request request = new Request.Builder().url("http://127.0.0.1:" + server.getAddress().getPort() + "/x").build();
        try (Response response = client.newCall(request).execute()) {
            System.out.println(response.code() + " " + response.header("X-Test") + " " + response.body().string());
        }
        CompletableFuture<String> later = new CompletableFuture<>();
        client.newCall(request).enqueue(new Callback() {
            @Override
            public void onFailure(Call call, java.io.IOException e) {
                later.completeExceptionally(e);
            }

            @Override
            public void onResponse(Call call, Response response) throws java.io.IOException {
                later.complete(response.body().string());
            }
        });
        System.out.println(later.get());
        server.stop(0);
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
        okio.Buffer buffer = new okio.Buffer().writeUtf8("okio").writeInt(7);
        System.out.println(buffer.readUtf8(4) + " " + buffer.readInt() + " " + okio.ByteString.encodeUtf8("x").sha256().hex().substring(0, 8));
        System.exit(0);
    }
}
