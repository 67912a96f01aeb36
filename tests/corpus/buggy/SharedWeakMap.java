// A WeakHashMap as a cache for several threads, without a lock: even get writes, because it takes out what has gone.
// expect race java.util.WeakHashMap @put @put
// allow race java.util.WeakHashMap @get @put
// allow race java.util.WeakHashMap @get @get
import java.util.WeakHashMap;

public class SharedWeakMap {
    static final WeakHashMap<String, Integer> sizes = new WeakHashMap<>();

    static int size(String text) {
        Integer known = sizes.get(text); // @get
        if (known == null) {
            known = text.length();
            sizes.put(text, known); // @put
        }
        return known;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> size("one"));
        other.start();
        size("three");
        other.join();
        System.out.println("ok");
    }
}
