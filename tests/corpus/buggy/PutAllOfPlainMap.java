// A concurrent map is filled from a plain one while another thread changes that.
// expect race java.util.HashMap @putAll @put
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class PutAllOfPlainMap {
    static final Map<Integer, Integer> plain = new HashMap<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            Map<Integer, Integer> copy = new ConcurrentHashMap<>();
            copy.putAll(plain); // @putAll
        });
        other.start();
        plain.put(1, 1); // @put
        other.join();
    }
}
