// Apache commons-collections: bags, tries, maps that expire by size, iterators.
// jars: commons-collections4.jar
import java.util.*;
import org.apache.commons.collections4.*;
import org.apache.commons.collections4.bag.*;
import org.apache.commons.collections4.bidimap.*;
import org.apache.commons.collections4.map.*;
import org.apache.commons.collections4.trie.*;

public class UseCollections4 {
    public static void main(String[] args) throws Exception {
        Bag<String> bag = new TreeBag<>(List.of("a", "b", "a"));
        System.out.println(bag.getCount("a") + " " + bag.uniqueSet());
        LRUMap<Integer, String> recent = new LRUMap<>(2);
        recent.put(1, "x");
        recent.put(2, "y");
        recent.get(1);
        recent.put(3, "z");
        System.out.println(recent);
        PatriciaTrie<Integer> trie = new PatriciaTrie<>(Map.of("car", 1, "cart", 2, "dog", 3));
        System.out.println(trie.prefixMap("ca") + " " + new DualTreeBidiMap<>(Map.of("k", 7)).getKey(7));
        System.out.println(CollectionUtils.disjunction(List.of(1, 2), List.of(2, 3)) + " " + IteratorUtils.toList(IteratorUtils.zippingIterator(List.of(1, 3).iterator(), List.of(2, 4).iterator())));
    }
}
