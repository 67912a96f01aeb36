// finds: 2
import java.util.concurrent.ConcurrentHashMap;

/** A map is sized by one thread while another fills it, and then looks through it. */
public class MapSized {
    static int seen;

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        Thread other = new Thread(() -> seen = map.size());
        other.start();
        map.put("a", 1);
        for (String key : map.keySet()) {
            map.get(key);
        }
        other.join();
        Outcome.is(seen);
    }
}
