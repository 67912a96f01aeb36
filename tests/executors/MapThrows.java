// finds: 2
import java.util.concurrent.ConcurrentHashMap;

/** A function that throws leaves no value, and no lock. */
public class MapThrows {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        Thread one = new Thread(() -> map.computeIfAbsent(1, key -> {
            throw new IllegalStateException("never");
        }));
        one.start();
        Integer now = map.computeIfAbsent(1, key -> 5);
        one.join();
        Outcome.is((now == null ? 0 : 1) + (map.get(1) == null ? 0 : 2));
    }
}
