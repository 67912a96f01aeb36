// Guava: immutable collections, multimaps, hashing, splitting, ranges, graphs.
// jars: guava.jar
import com.google.common.base.*;
import com.google.common.collect.*;
import com.google.common.hash.Hashing;
import com.google.common.math.LongMath;
import java.nio.charset.StandardCharsets;

public class UseGuava {
    public static void main(String[] args) throws Exception {
        ImmutableMap<String, Integer> map = ImmutableMap.of("a", 1, "b", 2);
        Multimap<Integer, String> byLength = TreeMultimap.create();
        for (String word : Splitter.on(',').trimResults().omitEmptyStrings().split("x, yy,, zz ,abc")) {
            byLength.put(word.length(), word);
        }
        System.out.println(map + " " + byLength + " " + Joiner.on('+').join(byLength.values()));
        System.out.println(Hashing.sha256().hashString("guava", StandardCharsets.UTF_8) + " " + Hashing.murmur3_32_fixed(7).hashInt(42));
        RangeSet<Integer> ranges = TreeRangeSet.create();
        ranges.add(Range.closed(1, 10));
        ranges.remove(Range.open(3, 5));
        System.out.println(ranges + " " + ranges.contains(4) + " " + LongMath.binomial(40, 20));
        Table<String, String, Integer> table = HashBasedTable.create();
        table.put("r", "c", 5);
        System.out.println(table.row("r") + " " + HashBiMap.create(map).inverse().get(2) + " " + Lists.partition(Lists.newArrayList(1, 2, 3, 4, 5), 2));
        try {
            Preconditions.checkArgument(false, "bad %s", 3);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
