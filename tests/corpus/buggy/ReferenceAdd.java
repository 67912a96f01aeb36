// Two stages add to one list by method reference: no frame of the program stands for the call, which is its fault all the same.
// expect race java.util.ArrayList @first @second
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ReferenceAdd {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<String> log = new ArrayList<>();
        CompletableFuture<String> a = CompletableFuture.supplyAsync(() -> "a", pool);
        CompletableFuture<String> b = CompletableFuture.supplyAsync(() -> "b", pool);
        CompletableFuture<Void> first = a.thenAccept(log::add); // @first
        CompletableFuture<Void> second = b.thenAccept(log::add); // @second
        CompletableFuture.allOf(first, second).join();
        pool.shutdown();
        System.out.println(log.size());
    }
}
