// finds: 1
import java.util.concurrent.ConcurrentHashMap;

/** Who finds an element sees what was done before it was put there; who finds another one does not. */
public class MapPublishes {
    static int shown;
    static int hidden;

    public static void main(String[] args) {
        ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
        map.put("other", "value");
        new Thread(() -> {
            shown = 1;
            map.put("key", "value");
            hidden = 1;
            map.put("more", "value");
        }).start();
        if (map.get("key") != null && shown == 0) {
            Outcome.is(1);
        }
        if (map.get("other") != null && hidden == 2) {
            Outcome.is(1);
        }
    }
}
