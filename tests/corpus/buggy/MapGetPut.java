// get and put of a ConcurrentHashMap instead of merge.
// expect atomicity MapGetPut.count @put
import deadheat.Atomic;
import java.util.concurrent.ConcurrentHashMap;

public class MapGetPut {
    static final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();

    @Atomic
    static void count(String word) {
        Integer n = counts.get(word);
        int next = n == null ? 1 : n + 1;
        counts.put(word, next); // @put
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> count("a"));
        Thread t2 = new Thread(() -> count("a"));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(counts.get("a") <= 2);
    }
}
