// finds: 3
import java.util.concurrent.ConcurrentHashMap;

/** Who comes first decides; keys are removed and replaced meanwhile. */
public class MapAbsent {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<Integer, String> map = new ConcurrentHashMap<>();
        Thread one = new Thread(() -> {
            map.putIfAbsent(1, "one");
            map.remove(1, "main");
        });
        one.start();
        String before = map.putIfAbsent(1, "main");
        boolean replaced = map.replace(1, "one", "main");
        one.join();
        Outcome.is((before == null ? 0 : 1) + (replaced ? 2 : 0) + (map.get(1) == null ? 0 : 4));
    }
}
