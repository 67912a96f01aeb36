// finds: 4
import java.util.concurrent.ConcurrentHashMap;

/** Keys that others notice being compared: the map is given up. */
public class MapKeys {
    static volatile int compared;

    record Key(int number) {
        @Override
        public boolean equals(Object other) {
            compared++;
            return other instanceof Key key && key.number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    public static void main(String[] args) {
        ConcurrentHashMap<Key, Integer> map = new ConcurrentHashMap<>();
        map.put(new Key(1), 0);
        new Thread(() -> map.put(new Key(1), 1)).start();
        int before = compared;
        Outcome.is(map.get(new Key(1)) + 2 * before);
    }
}
