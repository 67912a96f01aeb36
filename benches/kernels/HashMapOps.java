// java.util.HashMap with boxed keys: put, get, merge, remove and iteration.
import java.util.HashMap;
import java.util.Map;

public class HashMapOps {
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 16;
        long checksum = 0;
        for (int r = 0; r < rounds; r++) {
            Map<Integer, Integer> map = new HashMap<>();
            for (int i = 0; i < 20_000; i++) {
                map.put(i * 7919 & 0xffff, i);
            }
            for (int i = 0; i < 20_000; i++) {
                Integer value = map.get(i);
                if (value != null) {
                    checksum += value;
                }
                map.merge(i & 0xfff, 1, Integer::sum);
            }
            for (int i = 0; i < 20_000; i += 3) {
                map.remove(i);
            }
            for (Map.Entry<Integer, Integer> e : map.entrySet()) {
                checksum = checksum * 31 + (e.getKey() ^ e.getValue());
            }
        }
        System.out.println("map checksum " + checksum);
    }
}
