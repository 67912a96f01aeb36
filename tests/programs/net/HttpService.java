// com.sun.net.httpserver.HttpServer, asked by HttpURLConnection and by HttpClient, one by one and at the same time.
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.*;
import java.net.*;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class HttpService {
    static final AtomicInteger requests = new AtomicInteger();

    static void answer(HttpExchange exchange, int code, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        exchange.sendResponseHeaders(code, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        server.setExecutor(pool);
        server.createContext("/hello", exchange -> {
            requests.incrementAndGet();
            answer(exchange, 200, "Hello, " + exchange.getRequestURI().getQuery() + "!");
        });
        server.createContext("/echo", exchange -> {
            requests.incrementAndGet();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            answer(exchange, 201, exchange.getRequestMethod() + " " + body);
        });
        server.start();
        String base = "http://localhost:" + server.getAddress().getPort();

        HttpURLConnection connection = (HttpURLConnection) new URL(base + "/hello?world").openConnection();
        System.out.println(connection.getResponseCode() + " " + connection.getContentType());
        System.out.println(new String(connection.getInputStream().readAllBytes()));
        HttpURLConnection post = (HttpURLConnection) new URL(base + "/echo").openConnection();
        post.setRequestMethod("POST");
        post.setDoOutput(true);
        post.getOutputStream().write("body".getBytes());
        System.out.println(post.getResponseCode() + " " + new String(post.getInputStream().readAllBytes()));
        HttpURLConnection missing = (HttpURLConnection) new URL(base + "/nothing").openConnection();
        System.out.println(missing.getResponseCode());
        try {
            missing.getInputStream();
        } catch (FileNotFoundException e) {
            System.out.println("not found");
        }

        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/hello?client")).build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body() + " " + response.version());
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            HttpRequest each = HttpRequest.newBuilder(URI.create(base + "/echo"))
                    .POST(HttpRequest.BodyPublishers.ofString("number " + i)).build();
            answers.add(client.sendAsync(each, HttpResponse.BodyHandlers.ofString()).thenApply(HttpResponse::body));
        }
        for (CompletableFuture<String> each : answers) {
            System.out.println(each.get());
        }
        System.out.println(requests.get());
        server.stop(0);
        pool.shutdown();
        System.out.println(pool.awaitTermination(10, TimeUnit.SECONDS));
    }
}
