// finds: 1
import java.util.concurrent.ConcurrentHashMap;

/** Two threads count in one map; the function is nobody's concern. */
public class MapMerged {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
        Runnable count = () -> {
            counts.merge("a", 1, Integer::sum);
            counts.merge("b", 1, Integer::sum);
        };
        Thread one = new Thread(count);
        one.start();
        count.run();
        one.join();
        Outcome.is(counts.get("a") + counts.get("b"));
    }
}
