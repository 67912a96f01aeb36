// finds: 3
import java.util.concurrent.ConcurrentHashMap;

/** The table grows while others look. */
public class MapGrows {
    public static void main(String[] args) {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>(1);
        new Thread(() -> {
            map.put(1, 1);
            map.put(2, 2);
        }).start();
        Outcome.is((map.get(2) == null ? 0 : 1) + (map.get(1) == null ? 0 : 2));
    }
}
