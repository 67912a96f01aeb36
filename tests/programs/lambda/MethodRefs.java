// Method references of all kinds: static, bound, unbound, constructor, array constructor, super, varargs, boxing.
import java.util.*;
import java.util.function.*;
public class MethodRefs {
    static class Base { String who() { return "Base"; } }
    static class Derived extends Base { @Override String who() { return "Derived";
        } Supplier<String> up() { return super::who; } Supplier<String> me() { return this::who;
        } }
    static class Pt { final int x, y; Pt() { this(1, 1); } Pt(int x) { this(x, x);
        } Pt(int x, int y) { this.x = x; this.y = y; } Pt(Pt p) { this(p.y, p.x);
        } int sum() { return x + y; } Pt plus(Pt o) { return new Pt(x + o.x, y + o.y);
        } @Override public String toString() { return "(" + x + "," + y + ")"; }
        static int cmp(Pt a, Pt b) { return Integer.compare(a.sum(), b.sum()); }
        int against(Pt o) { return Integer.compare(o.x, x); } }
    static class Gen<T> { T v; Gen(T v) { this.v = v; } <R> R with(Function<T, R> f) { return f.apply(v); } }
    class In { int k; In(int k) { this.k = k + base; } }
    int base = 1000;
    interface Tri<A, B, C, R> { R apply(A a, B b, C c); }
    interface IntTo { long go(int i); }
    static int sum(int... a) { int s = 0; for (int x : a) s += x; return s; }
    static String join(String a, Object... r) { return a + Arrays.toString(r); }
    private static long priv(long l) { return l * 2; }
    static int ev; static StringBuilder recv() { ev++; return new StringBuilder("r" + ev); }
    public static void main(String[] args) {
        Function<String, Integer> parse = Integer::parseInt; ToIntFunction<String> len = String::length;
        IntBinaryOperator max = Math::max; BinaryOperator<Integer> bmax = Math::max;
        System.out.println(parse.apply("42") + len.applyAsInt("four") + " " + max.applyAsInt(3, 9) + " " + bmax.apply(5, 4));
        Supplier<Integer> bound = "hello"::length; Predicate<String> eq = "x"::equals;
        Function<Object, String> vs = String::valueOf; BiFunction<String, String, Boolean> ic = String::equalsIgnoreCase;
        BiPredicate<String, String> ct = String::contains;
        System.out.println(bound.get() + " " + eq.test("x") + eq.test("y") + " " + vs.apply(null) + ic.apply("A", "a") + ct.test("abc", "bc"));
        Supplier<Pt> p0 = Pt::new; IntFunction<Pt> p1 = Pt::new; BiFunction<Integer, Integer, Pt> p2 = Pt::new;
        UnaryOperator<Pt> pc = Pt::new; Function<Integer, Pt> p1b = Pt::new;
        System.out.println(p0.get() + "" + p1.apply(5) + p2.apply(2, 3) + pc.apply(new Pt(8, 9)) + p1b.apply(4));
        IntFunction<int[]> ia = int[]::new; IntFunction<String[][]> sa = String[][]::new; Function<Integer, List<String>[]> la = List[]::new;
        System.out.println(ia.apply(3).length + " " + sa.apply(2).getClass().getSimpleName() + " " + la.apply(4).length);
        try { ia.apply(-1); } catch (NegativeArraySizeException e) { System.out.println(e.getMessage());
        }
        Derived d = new Derived(); System.out.println(d.up().get() + d.me().get());
        Function<Base, String> poly = Base::who; System.out.println(poly.apply(d) + poly.apply(new Base()));
        List<Pt> pts = new ArrayList<>(List.of(new Pt(3, 1), new Pt(0, 0), new Pt(1, 1)));
        pts.sort(Pt::cmp); System.out.println(pts); pts.sort(Pt::against); System.out.println(pts);
        BinaryOperator<Pt> plus = Pt::plus; System.out.println(pts.stream().reduce(new Pt(0, 0), plus) + " " + pts.stream().mapToInt(Pt::sum).sum());
        IntBinaryOperator va = MethodRefs::sum; IntSupplier va0 = MethodRefs::sum;
        Tri<String, Integer, Character, String> vj = MethodRefs::join; Supplier<String> vj0 = () -> join("z");
        System.out.println(va.applyAsInt(3, 4) + " " + va0.getAsInt() + " " + vj.apply("q", 1, 'c') + vj0.get());
        IntTo widen = MethodRefs::priv; Function<Integer, Long> w2 = Integer::longValue;
        ToLongFunction<Integer> w3 = Integer::intValue; IntFunction<Object> box = Integer::valueOf;
        Consumer<String> drop = "abc"::indexOf; drop.accept("c");
            System.out.println(widen.go(21) + " " + w2.apply(5) + w3.applyAsLong(6) + box.apply(7));
        Supplier<String> once = recv()::toString; System.out.println(once.get() + once.get() + ev);
        try { String n = null; Supplier<Integer> bad = n::length; System.out.println("no");
        } catch (NullPointerException e) { System.out.println("NPE bound"); } Function<String, Integer> ub = String::length;
        try { ub.apply(null); } catch (NullPointerException e) { System.out.println("NPE unbound");
        }
        Function<String, Gen<String>> mk = Gen::new; System.out.println(mk.apply("gen").with(String::toUpperCase)
            + new Gen<>(5).<String>with(Integer::toBinaryString));
        MethodRefs o = new MethodRefs(); IntFunction<In> inner = k -> o.new In(k);
        System.out.println(inner.apply(5).k); Function<int[], int[]> cl = int[]::clone;
        System.out.println(cl.apply(new int[]{1, 2}).length); Runnable gc = System.out::println;
        gc.run(); Consumer<Object> pr = System.out::println; pr.accept("printed");
        List.of(1, 2).forEach(System.out::print); System.out.println(); Callback cb = MethodRefs::handler;
        System.out.println(cb.on("evt", 3)); Map<String, Integer> m = new TreeMap<>();
        for (String w : "a b a".split(" ")) m.merge(w, 1, Integer::sum); System.out.println(m);
        Supplier<Map<String, List<Integer>>> ms = TreeMap::new; System.out.println(ms.get());
        ObjIntConsumer<StringBuilder> ap = StringBuilder::append; StringBuilder sb = new StringBuilder();
        ap.accept(sb, 65); System.out.println(sb); Function<Object, Class<?>> gcl = Object::getClass;
        System.out.println(gcl.apply("s")); Comparator<String> nat = String::compareTo;
        System.out.println(nat.reversed().compare("a", "b"));
    }
    interface Callback { Object on(String s, int n); } static String handler(CharSequence c, long n) { return c + "#" + n; }
}
