// A synchronized map; iteration and compound actions lock the map itself, as its documentation says.
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

public class SyncWrappers {
    static final Map<String, Integer> map = Collections.synchronizedMap(new HashMap<>());

    static void count(String s) {
        synchronized (map) {
            Integer n = map.get(s);
            map.put(s, n == null ? 1 : n + 1);
        }
    }

    static void work() {
        count("a");
        count("b");
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(SyncWrappers::work);
        Thread b = new Thread(SyncWrappers::work);
        a.start();
        b.start();
        a.join();
        b.join();
        int sum = 0;
        synchronized (map) {
            for (int v : map.values()) {
                sum += v;
            }
        }
        System.out.println(sum + " " + map.size());
    }
}
