// finds: 4
import java.util.concurrent.ConcurrentHashMap;

/** A key that is found may not be counted yet. */
public class MapCounted {
    public static void main(String[] args) {
        ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
        new Thread(() -> map.put("key", "value")).start();
        Outcome.is((map.containsKey("key") ? 1 : 0) + 2 * map.size());
    }
}
