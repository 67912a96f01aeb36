// A HashMap and a StringBuilder under one lock.
import java.util.HashMap;

public class LockedMap {
    static final Object lock = new Object();
    static final HashMap<String, Integer> map = new HashMap<>();
    static final StringBuilder log = new StringBuilder();

    static void put(String k, int v) {
        synchronized (lock) {
            map.put(k, v);
            log.append('.');
        }
    }

    static void get(String k) {
        synchronized (lock) {
            Integer v = map.get(k);
            log.append(v == null ? '.' : ',');
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> put("a", 1));
        Thread t2 = new Thread(() -> put("b", 2));
        Thread t3 = new Thread(() -> get("a"));
        t1.start();
        t2.start();
        t3.start();
        t1.join();
        t2.join();
        t3.join();
        System.out.println(map.size() + " " + log.length());
    }
}
