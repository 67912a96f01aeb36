// finds: 1
import java.util.concurrent.ConcurrentHashMap;

/** Functions that use the map wait for each other's bins. */
public class MapNested {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        map.put(1, 0);
        map.put(2, 0);
        Thread one = new Thread(() -> map.compute(1, (key, value) -> map.merge(2, 1, Integer::sum)));
        one.start();
        map.compute(2, (key, value) -> map.merge(1, 1, Integer::sum));
        one.join();
    }
}
