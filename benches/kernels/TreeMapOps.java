// java.util.TreeMap with strings: comparisons and rotations.
import java.util.TreeMap;

public class TreeMapOps {
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 6;
        long sum = 0;
        for (int r = 0; r < rounds; r++) {
            TreeMap<String, Integer> map = new TreeMap<>();
            for (int i = 0; i < 5_000; i++) {
                map.put(Integer.toString(i * 7919 % 10_007), i);
            }
            for (int i = 0; i < 5_000; i++) {
                String key = map.ceilingKey(Integer.toString(i));
                sum = sum * 31 + (key == null ? 0 : key.hashCode());
            }
            while (map.size() > 4_000) {
                sum += map.pollFirstEntry().getValue();
            }
        }
        System.out.println("tree checksum " + sum);
    }
}
