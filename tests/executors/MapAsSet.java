// finds: 4
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A set over a map. */
public class MapAsSet {
    public static void main(String[] args) throws InterruptedException {
        Set<String> set = ConcurrentHashMap.newKeySet();
        Thread one = new Thread(() -> {
            set.add("a");
            set.remove("b");
        });
        one.start();
        boolean added = set.add("a");
        set.add("b");
        one.join();
        Outcome.is((added ? 1 : 0) + (set.contains("b") ? 2 : 0) + (set.size() == 1 ? 4 : 0));
    }
}
