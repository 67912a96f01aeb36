// Method references to the library that are right: containers of one task each, handed over as tasks are joined; a list with a
// lock; a list that only the stages of one chain touch.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

public class ReferenceCollect {
    public static void main(String[] args) throws Exception {
        ArrayList<Integer> all =
            IntStream.range(0, 4).parallel().collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
        System.out.println(all);
        List<Integer> safe = Collections.synchronizedList(new ArrayList<>());
        Thread adds = new Thread(() -> List.of(1, 2).forEach(safe::add));
        adds.start();
        List.of(3, 4).forEach(safe::add);
        adds.join();
        System.out.println(safe.size());
        ExecutorService pool = Executors.newFixedThreadPool(1);
        List<String> log = new ArrayList<>();
        CompletableFuture.supplyAsync(() -> "x", pool).thenAccept(log::add).get();
        pool.shutdown();
        System.out.println(log);
    }
}
