// Larger closure programs: event bus, parser combinators, lazy lists, state machines, trampolines, church numerals.
import java.util.*;
import java.util.function.*;
public class Closures {
    static class Bus { private final Map<String, List<Consumer<Object>>> m = new TreeMap<>();
        Runnable on(String e, Consumer<Object> c) { m.computeIfAbsent(e, k -> new ArrayList<>()).add(c);
            return () -> m.get(e).remove(c); } void fire(String e,
                Object o) { for (Consumer<Object> c : List.copyOf(m.getOrDefault(e, List.of()))) c.accept(o);
        } }
    record Res<T>(T v, String rest) { }
    interface Parser<T> { Optional<Res<T>> run(String s); default <R> Parser<R> map(Function<? super T, ? extends R> f) {
            return s -> run(s).map(r -> new Res<>(f.apply(r.v()), r.rest())); } default <R> Parser<R> then(Function<T, Parser<R>> f) {
            return s -> run(s).flatMap(r -> f.apply(r.v()).run(r.rest())); } default Parser<T> or(Parser<T> o) {
            return s -> run(s).or(() -> o.run(s)); } default Parser<List<T>> many() {
            return s -> { List<T> out = new ArrayList<>(); String cur = s;
                for (Optional<Res<T>> r; (r = run(cur)).isPresent(); cur = r.get().rest()) out.add(r.get().v());
                return Optional.of(new Res<>(out, cur)); }; } static Parser<Character> ch(Predicate<Character> p) {
            return s -> s.isEmpty() || !p.test(s.charAt(0)) ? Optional.empty() : Optional.of(new Res<>(s.charAt(0), s.substring(1)));
        } }
    static Parser<Integer> number() { return Parser.ch(Character::isDigit).then(d -> Parser.ch(Character::isDigit).many().map(ds -> { int v = d - '0';
        for (char c : ds) v = v * 10 + c - '0'; return v; }));
    }
    static Parser<Integer> factor() { return number().or(Parser.ch(c -> c == '(').then(o -> expr().then(v -> Parser.ch(c -> c == ')').map(x -> v))));
    }
    static Parser<Integer> chain(Supplier<Parser<Integer>> p, Map<Character, IntBinaryOperator> ops) {
        return s -> p.get().run(s).flatMap(f -> { Res<Integer> acc = f;
            while (!acc.rest().isEmpty() && ops.containsKey(acc.rest().charAt(0))) { char op = acc.rest().charAt(0);
                Optional<Res<Integer>> n = p.get().run(acc.rest().substring(1)); if (n.isEmpty()) return Optional.empty();
                    acc = new Res<>(ops.get(op).applyAsInt(acc.v(), n.get().v()), n.get().rest()); } return Optional.of(acc); });
    }
    static Parser<Integer> expr() { return chain(() -> chain(Closures::factor, Map.of('*', (a, b) -> a * b, '/', (a, b) -> a / b)),
        Map.of('+', Integer::sum, '-', (a, b) -> a - b));
    }
    record Lazy<T>(T head, Supplier<Lazy<T>> tail) { static Lazy<Integer> from(int n) {
            return new Lazy<>(n, () -> from(n + 1)); } Lazy<T> filter(Predicate<T> p) {
            Lazy<T> c = this; while (!p.test(c.head)) c = c.tail.get(); Lazy<T> d = c;
            return new Lazy<>(d.head, () -> d.tail.get().filter(p)); } List<T> take(int n) {
            List<T> l = new ArrayList<>(); Lazy<T> c = this; for (int i = 0; i < n; i++) {
                l.add(c.head); if (i < n - 1) c = c.tail.get(); } return l; } static Lazy<Integer> sieve(Lazy<Integer> s) {
            return new Lazy<>(s.head(), () -> sieve(s.tail().get().filter(x -> x % s.head() != 0)));
        } }
    interface Tramp<T> { T get(); default boolean done() { return true; } default Tramp<T> next() {
            return this; } static <T> Tramp<T> more(Supplier<Tramp<T>> s) { return new Tramp<>() {
                public boolean done() { return false; } public Tramp<T> next() { return s.get();
                } public T get() { Tramp<T> t = this; while (!t.done()) t = t.next(); return t.get();
                } }; } }
    static Tramp<Long> sum(long n, long acc) { return n == 0 ? () -> acc : Tramp.more(() -> sum(n - 1, acc + n)); }
    interface Church { <T> UnaryOperator<T> ap(UnaryOperator<T> f); }
    static Church zero = new Church() { public <T> UnaryOperator<T> ap(UnaryOperator<T> f) { return x -> x; } };
    static Church succ(Church n) { return new Church() { public <T> UnaryOperator<T> ap(UnaryOperator<T> f) {
                return x -> f.apply(n.ap(f).apply(x)); } }; }
    static Church mul(Church a, Church b) { return new Church() { public <T> UnaryOperator<T> ap(UnaryOperator<T> f) { return a.ap(b.ap(f)); } }; }
    static int toInt(Church c) { return c.<Integer>ap(x -> x + 1).apply(0); }
    interface State extends Function<Character, State> { }
    static StringBuilder out = new StringBuilder(); static State word = c -> {
        if (c == ' ') { out.append(']'); return Closures.space; } out.append(c);
        return Closures.word; }; static State space = c -> { if (c == ' ') return Closures.space;
        out.append('[').append(c); return Closures.word; };
    public static void main(String[] args) {
        Bus b = new Bus(); StringBuilder log = new StringBuilder(); Runnable off = b.on("x", o -> log.append("1:").append(o).append(' '));
        b.on("x", o -> log.append("2:").append(o).append(' ')); b.fire("x", "a");
        off.run(); b.fire("x", 5); b.fire("none", 0); System.out.println(log);
        for (String s : new String[]{"1+2*3", "(1+2)*3", "100/7/2-1", "2*(3+(4-1))*2", "7", "x",
            "1+"}) System.out.print(expr().run(s).map(r -> r.v() + (r.rest().isEmpty() ? "" : "~" + r.rest())).orElse("fail") + " ");
        System.out.println();
        System.out.println(Lazy.from(5).filter(x -> x % 3 == 0).take(5) + " " + Lazy.sieve(Lazy.from(2)).take(12));
        System.out.println(sum(100_000, 0).get()); Church three = succ(succ(succ(zero)));
        System.out.println(toInt(three) + " " + toInt(mul(three, succ(three))) + " " + three.<String>ap(s -> s + "s").apply("z"));
        State st = space; for (char c : "  hello big  world ".toCharArray()) st = st.apply(c);
        System.out.println(out + " " + (st == space)); List<Supplier<Integer>> fs = new ArrayList<>();
        for (int i = 0; i < 5; i++) { int k = i; fs.add(() -> k * (fs.size() > k + 1 ? fs.get(k + 1).get() + 1 : 1));
        } System.out.println(fs.get(0).get() + " " + fs.get(1).get() + " " + fs.get(3).get());
        Function<Integer, Function<Integer, Predicate<Integer>>> between = lo -> hi -> x -> x >= lo && x <= hi;
        System.out.println(between.apply(1).apply(5).and(x -> x != 3).test(3) + " " + between.apply(1).apply(5).test(4));
        Map<String, Supplier<Object>> reg = new LinkedHashMap<>(); reg.put("list", ArrayList::new);
        reg.put("str", String::new); reg.put("n", () -> 42); reg.forEach((k, v) -> System.out.print(k + "=" + v.get() + " "));
        System.out.println();
    }
}
