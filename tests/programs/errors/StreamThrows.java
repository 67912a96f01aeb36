// Uncaught exception inside a stream pipeline: the trace goes through java.util.stream frames.
// exit: 1
import java.util.*;
import java.util.stream.*;
public class StreamThrows {
    record Item(String n, int q) { int price() { if (q == 0) throw new IllegalStateException("no price for " + n); return 100 / q; } }
    public static void main(String[] args) {
        List<Item> items = List.of(new Item("a", 5), new Item("b", 10), new Item("c", 0), new Item("d", 2));
        System.out.println(items.stream().filter(i -> i.q() > 0).mapToInt(Item::price).sum());
        try { items.stream().map(Item::price).collect(Collectors.toList()); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        System.out.println(items.stream().peek(i -> System.out.println("peek "
            + i.n())).sorted(Comparator.comparing(Item::n).reversed()).map(i -> i.n() + i.price()).collect(Collectors.joining(",")));
    }
}
