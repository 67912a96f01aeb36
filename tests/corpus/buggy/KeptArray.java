// The map is safe, the array that it keeps is not; the race is on the array, not on the map.
// expect race int[] @count @count
import java.util.concurrent.ConcurrentHashMap;

public class KeptArray {
    static final ConcurrentHashMap<String, int[]> counts = new ConcurrentHashMap<>();

    static void count() {
        counts.computeIfAbsent("k", key -> new int[1])[0]++; // @count
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(KeptArray::count);
        Thread b = new Thread(KeptArray::count);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println("ok");
    }
}
