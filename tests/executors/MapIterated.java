// finds: 3
import java.util.concurrent.ConcurrentHashMap;

/** Iterators see some of what comes meanwhile; the map is given up. */
public class MapIterated {
    public static void main(String[] args) {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        map.put(0, 0);
        new Thread(() -> {
            map.put(2, 2);
            map.put(1, 1);
        }).start();
        int sum = 0;
        for (int key : map.keySet()) {
            sum += 1 << key;
        }
        Outcome.is(sum);
    }
}
