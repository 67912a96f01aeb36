// finds: 4
import java.util.concurrent.ConcurrentHashMap;

/** A function that others can notice: the map is given up, and the lock of the bin kept. */
public class MapComputed {
    static volatile int seen;

    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        map.put(1, 0);
        Thread one = new Thread(() -> map.compute(1, (key, value) -> {
            seen = 1;
            seen = 2;
            return value + 1;
        }));
        one.start();
        int now = map.merge(1, 10, Integer::sum);
        int then = seen;
        one.join();
        Outcome.is((now == 10 ? 0 : 1) + 2 * then);
    }
}
