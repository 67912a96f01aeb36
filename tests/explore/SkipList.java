// finds: uncaught exception: java.lang.IllegalStateException*
// The map's links are plain fields: a look at it may come between two puts.
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

public class SkipList {
    static final ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>();

    public static void main(String[] args) {
        new Thread(() -> {
            map.put(2, "two");
            map.put(1, "one");
        }).start();
        Map.Entry<Integer, String> first = map.firstEntry();
        if (first != null && first.getKey() == 2) {
            throw new IllegalStateException("in between");
        }
    }
}
