// Puts are locked, the look-up in the same HashMap is not.
// expect race java.util.HashMap @put @get
// allow atomicity SharedMap.put @put
import java.util.HashMap;

public class SharedMap {
    static final Object lock = new Object();
    static final HashMap<String, String> map = new HashMap<>();

    static void put() {
        synchronized (lock) {
            map.put("k", "v"); // @put
        }
    }

    static void get() {
        String v = map.get("k"); // @get
        if (v != null && v.length() != 1) {
            throw new AssertionError();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(SharedMap::put);
        Thread t2 = new Thread(SharedMap::get);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(map.get("k"));
    }
}
