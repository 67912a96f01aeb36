// Kotlin's library from Java: sequences, ranges, text, lazy values of two threads.
// jars: kotlin-stdlib.jar
// check: 2000
import java.util.*;
import kotlin.*;
import kotlin.collections.CollectionsKt;
import kotlin.ranges.IntRange;
import kotlin.sequences.SequencesKt;
import kotlin.text.StringsKt;

public class UseKotlin {
    public static void main(String[] args) throws Exception {
        System.out.println(CollectionsKt.joinToString(CollectionsKt.chunked(List.of(1, 2, 3, 4, 5), 2), ";", "<", ">", -1, "", null));
        System.out.println(SequencesKt.toList(SequencesKt.take(SequencesKt.filter(SequencesKt.generateSequence(1, n -> n + 1), n -> n % 3 == 0), 4)));
        System.out.println(StringsKt.padStart("7", 3, '0') + " " + new IntRange(1, 4).contains(3) + " " + StringsKt.substringAfterLast("a.b.c", '.', ""));
        int[] made = new int[1];
        Lazy<String> lazy = LazyKt.lazy(() -> "made " + ++made[0]);
        Thread other = new Thread(lazy::getValue);
        other.start();
        System.out.println(lazy.getValue());
        other.join();
        System.out.println(new Pair<>(1, "x") + " " + lazy.isInitialized());
    }
}
