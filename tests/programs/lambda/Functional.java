// java.util.function: composition, andThen, identity, predicates, operators, currying, all primitive specialisations.
import java.util.*;
import java.util.function.*;
public class Functional {
    static <A, B, C> Function<A, C> compose(Function<? super A, ? extends B> f, Function<? super B, ? extends C> g) {
        return a -> g.apply(f.apply(a)); }
    @SafeVarargs static <T> Function<T, T> pipe(Function<T, T>... fs) { Function<T, T> r = Function.identity();
        for (Function<T, T> f : fs) r = r.andThen(f); return r; }
    @SafeVarargs static <T> Predicate<T> allOf(Predicate<? super T>... ps) {
        return t -> { for (Predicate<? super T> p : ps) if (!p.test(t)) return false;
            return true; }; }
    static <A, B, R> Function<A, Function<B, R>> curry(BiFunction<A, B, R> f) { return a -> b -> f.apply(a, b); }
    static <A, B, R> Function<B, R> partial(BiFunction<A, B, R> f, A a) { return b -> f.apply(a, b); }
    static <T> Function<T, T> repeat(Function<T, T> f, int n) { return n == 0 ? Function.identity() : f.andThen(repeat(f, n - 1)); }
    static <T, R> Function<T, Optional<R>> lift(Function<T, R> f) { return t -> {
            try { return Optional.ofNullable(f.apply(t)); } catch (RuntimeException e) {
                return Optional.empty(); } }; }
    interface Rec<T, R> extends Function<Rec<T, R>, Function<T, R>> { }
    static <T, R> Function<T, R> fix(Function<Function<T, R>, Function<T, R>> f) {
        Rec<T, R> r = x -> f.apply(y -> x.apply(x).apply(y)); return r.apply(r);
    }
    static <T extends Comparable<T> & java.io.Serializable> T pick(T a, T b) { return a.compareTo(b) < 0 ? a : b; }
    interface Named { default String nm() { return "named"; } }
    static <R extends Runnable & Named> void both(R r) { r.run(); System.out.println(r.nm()); }
    public static void main(String[] args) {
        Function<Integer, Integer> inc = x -> x + 1, dbl = x -> x * 2;
        System.out.println(inc.andThen(dbl).apply(5) + " " + inc.compose(dbl).apply(5) + " " + Function.<String>identity().apply("id") + " "
            + compose(inc, Integer::toBinaryString).apply(7) + " " + pipe(inc, dbl, inc).apply(1) + " " + repeat(dbl, 10).apply(1));
        Predicate<Integer> even = x -> x % 2 == 0, pos = x -> x > 0;
        System.out.println(even.and(pos).test(4) + " " + even.or(pos).test(-3) + " " + even.negate().test(3) + " " + Predicate.not(even).test(2)
            + " " + Predicate.isEqual("a").test("a") + " " + Predicate.isEqual(null).test(null) + " " + allOf(even, pos, x -> x < 100).test(50));
        BiFunction<Integer, Integer, Integer> add = Integer::sum;
        System.out.println(add.andThen(x -> "r" + x).apply(2, 3) + " " + curry(add).apply(10).apply(20) + " " + partial(add, 5).apply(6) + " "
            + BinaryOperator.<Integer>minBy(Comparator.naturalOrder()).apply(4, 2)
            + BinaryOperator.<String>maxBy(Comparator.comparing(String::length)).apply("aa", "b"));
        System.out.println(lift((String s) -> Integer.parseInt(s)).apply("12") + " " + lift((String s) -> Integer.parseInt(s)).apply("zz") + " "
            + lift(x -> null).apply(1));
        System.out.println(Functional.<Integer, Integer>fix(f -> n -> n < 2 ? 1 : n * f.apply(n - 1)).apply(10) + " " + pick("b", "a") + " "
            + pick(3, 7));
        both((Runnable & Named) () -> System.out.print("intersection "));
        Object o = (Runnable & Named) () -> { };
        System.out.println((o instanceof Runnable) + " " + (o instanceof Named) + " " + ((Named) o).nm());
        IntUnaryOperator i1 = x -> x + 1; IntPredicate ip = x -> x > 2; IntFunction<String> inf = Integer::toString;
        IntToDoubleFunction i2d = x -> x / 2.0; IntToLongFunction i2l = x -> (long) x << 33;
        ToIntBiFunction<String, String> tib = (a, b) -> a.length() - b.length();
        IntConsumer ic = x -> System.out.print("c" + x); ObjIntConsumer<String> oic = (s, x) -> System.out.print(s + x);
        ic.andThen(x -> System.out.print("d" + x)).accept(1); oic.accept("o", 2);
        System.out.println(" " + i1.andThen(x -> x * 3).compose(x -> x - 5).applyAsInt(10) + ip.and(x -> x < 5).test(3) + inf.apply(9)
            + i2d.applyAsDouble(5) + i2l.applyAsLong(1) + tib.applyAsInt("abc", "z") + IntUnaryOperator.identity().applyAsInt(6));
        LongUnaryOperator l1 = x -> x << 1; LongBinaryOperator l2 = Long::sum; LongFunction<Object> lf = Long::valueOf;
        LongPredicate lp = x -> x < 0; LongSupplier ls = () -> Long.MAX_VALUE; LongToIntFunction l2i = x -> (int) x;
        LongToDoubleFunction l2d = x -> x; ToLongFunction<String> tl = Long::parseLong;
        ToLongBiFunction<Integer, Integer> tlb = (a, b) -> (long) a * b; ObjLongConsumer<String> olc = (s, x) -> System.out.print(s + x);
        olc.accept("L", 5L);
        System.out.println(" " + l1.applyAsLong(1L << 40) + l2.applyAsLong(1, 2) + lf.apply(3L) + lp.negate().test(4) + ls.getAsLong() + " "
            + l2i.applyAsInt(1L << 32 | 7) + l2d.applyAsDouble(8) + tl.applyAsLong("9") + tlb.applyAsLong(100000, 100000));
        DoubleUnaryOperator d1 = Math::sqrt; DoubleBinaryOperator d2 = Math::pow;
        DoubleFunction<String> df = Double::toString; DoublePredicate dp = Double::isNaN;
        DoubleSupplier ds = () -> 2.5; DoubleToIntFunction d2i = x -> (int) x; DoubleToLongFunction d2l = Math::round;
        ToDoubleFunction<String> td = Double::parseDouble; ToDoubleBiFunction<Integer, Integer> tdb = (a, b) -> a / (double) b;
        ObjDoubleConsumer<String> odc = (s, x) -> System.out.print(s + x); odc.accept("D", 0.5);
        System.out.println(" " + d1.andThen(x -> -x).applyAsDouble(16) + d2.applyAsDouble(2, 10) + df.apply(1.0) + dp.test(0.0 / 0)
            + ds.getAsDouble() + d2i.applyAsInt(3.9) + d2l.applyAsLong(3.5) + td.applyAsDouble("1e3") + tdb.applyAsDouble(1, 8));
        BooleanSupplier bs = () -> true; UnaryOperator<String> up = String::toUpperCase;
        BiConsumer<String, Integer> bc = (s, n) -> System.out.print(s.repeat(n));
        bc.andThen((s, n) -> System.out.println(n)).accept("ab", 2); BiPredicate<String, Integer> bp = (s, n) -> s.length() == n;
        System.out.println(bs.getAsBoolean() + up.andThen(String::length).apply("abc").toString() + bp.and((s, n) -> n > 1).negate().test("xx", 2)
            + UnaryOperator.identity().apply(1));
        Map<String, DoubleBinaryOperator> ops = new TreeMap<>(); ops.put("+", Double::sum);
        ops.put("-", (a, b) -> a - b); ops.put("*", (a, b) -> a * b); ops.put("/", (a, b) -> a / b);
        ops.put("max", Math::max);
        ops.forEach((k, f) -> System.out.print(k + "=" + f.applyAsDouble(9, 4) + " ")); System.out.println();
        Deque<Double> stack = new ArrayDeque<>(); for (String t : "3 4 + 2 * 7 /".split(" ")) if (ops.containsKey(t)) {
            double b = stack.pop(), a = stack.pop(); stack.push(ops.get(t).applyAsDouble(a, b));
        } else stack.push(Double.valueOf(t)); System.out.println(stack.pop());
    }
}
