// ConcurrentHashMap.merge is one atomic step.
import deadheat.Atomic;
import java.util.concurrent.ConcurrentHashMap;

public class MergeCounts {
    static final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();

    @Atomic
    static void count(String word) {
        counts.merge(word, 1, Integer::sum);
    }

    static void work() {
        count("a");
        count("a");
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(MergeCounts::work);
        Thread t2 = new Thread(MergeCounts::work);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(counts.get("a"));
    }
}
