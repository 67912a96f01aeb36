// Maps that are filled before the threads start and only read by them. Their views (keySet, values, entrySet …) are made on first
// use and cached in plain fields: the library means it so, and nothing depends on which thread makes them.
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

public class ReadOnlyMaps {
    enum Colour { RED, GREEN }

    static final Map<String, Integer> HASH = new HashMap<>();
    static final Map<String, Integer> LINKED = new LinkedHashMap<>();
    static final TreeMap<String, Integer> TREE = new TreeMap<>();
    static final Map<Colour, Integer> ENUM = new EnumMap<>(Colour.class);
    static final Map<Object, Integer> IDENTITY = new IdentityHashMap<>();
    static final Map<String, Integer> FROZEN = Collections.unmodifiableMap(new HashMap<>(Map.of("a", 1)));
    static final Map<String, Integer> SMALL = Map.of("a", 1, "b", 2);

    static int sum(Map<?, Integer> map) {
        int sum = 0;
        for (Object key : map.keySet()) {
            sum += map.get(key);
        }
        for (int value : map.values()) {
            sum += value;
        }
        for (Map.Entry<?, Integer> entry : map.entrySet()) {
            sum += entry.getValue();
        }
        return sum;
    }

    static int all() {
        int sum = sum(HASH) + sum(LINKED) + sum(TREE) + sum(ENUM) + sum(IDENTITY) + sum(FROZEN) + sum(SMALL);
        return sum + sum(TREE.descendingMap()) + sum(TREE.headMap("b")) + TREE.navigableKeySet().size();
    }

    public static void main(String[] args) throws InterruptedException {
        HASH.put("a", 1);
        LINKED.put("a", 1);
        TREE.put("a", 1);
        ENUM.put(Colour.GREEN, 1);
        IDENTITY.put(Colour.RED, 1);
        int[] sums = new int[2];
        Thread first = new Thread(() -> sums[0] = all());
        Thread second = new Thread(() -> sums[1] = all());
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(sums[0] + " " + sums[1]);
    }
}
