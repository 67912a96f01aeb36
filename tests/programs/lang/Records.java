// Records: toString, equals, hashCode, compact constructors, nested and generic records, static members, interfaces.
import java.util.*;
import java.util.function.*;
public class Records {
    record Point(int x, int y) implements Comparable<Point> { static final Point ORIGIN = new Point(0, 0);
        Point { if (x < -100) throw new IllegalArgumentException("x too small: " + x);
        } Point(int both) { this(both, both); } double dist(Point o) { return Math.hypot(x - o.x, y - o.y);
        } Point withX(int nx) { return new Point(nx, y); } public int compareTo(Point o) {
            return Comparator.comparingInt(Point::x).thenComparing(Point::y, Comparator.reverseOrder()).compare(this, o);
        } static Point parse(String s) { String[] p = s.split(","); return new Point(Integer.parseInt(p[0].trim()), Integer.parseInt(p[1].trim()));
        } }
    record All(boolean z, byte b, short s, char c, int i, long l, float f, double d, String str, int[] arr) { }
    record Pair<A, B>(A first, B second) { <C> Pair<A, C> mapSecond(Function<? super B, ? extends C> f) {
            return new Pair<>(first, f.apply(second)); } static <T> Pair<T, T> twin(T t) {
            return new Pair<>(t, t); } }
    record Empty() { } record Range(int lo, int hi) implements Iterable<Integer> {
        Range { if (lo > hi) { int t = lo; lo = hi; hi = t; } } public Iterator<Integer> iterator() {
            return new Iterator<>() { int c = lo; public boolean hasNext() { return c < hi;
                } public Integer next() { return c++; } }; } }
    record Custom(String name, List<Integer> data) { Custom(String name, List<Integer> data) {
            this.name = name.toUpperCase(); this.data = List.copyOf(data); } public String name() {
            return "~" + name; } @Override public String toString() { return "Custom!" + name();
        } @Override public boolean equals(Object o) { return o instanceof Custom c && c.data.equals(data);
        } @Override public int hashCode() { return data.hashCode(); } }
    record Var(String... xs) { int n() { return xs.length; } } record Tree<T>(Tree<T> l, T v, Tree<T> r) {
        int size() { return 1 + (l == null ? 0 : l.size()) + (r == null ? 0 : r.size());
        } } record Flt(float f, double d) { }
    public static void main(String[] args) {
        Point p = new Point(3, 4), q = new Point(3, 4); System.out.println(p + " " + p.equals(q) + (p == q) + " " + (p.hashCode() == q.hashCode())
            + " " + p.dist(Point.ORIGIN) + " " + new Point(7) + p.withX(9) + " " + p.hashCode());
        try { new Point(-101, 0); } catch (IllegalArgumentException e) { System.out.println(e.getMessage());
        } System.out.println(Point.parse("5, 6").x() + " " + p.equals(null) + p.equals("p"));
        All a = new All(true, (byte) -1, (short) 300, 'x', 7, 1L << 40, 1.5f, -0.0, "s\"q", null);
        System.out.println(a); System.out.println(a.equals(new All(true, (byte) -1, (short) 300, 'x', 7, 1L << 40, 1.5f, -0.0, "s\"q", null)) + " "
            + a.equals(new All(true, (byte) -1, (short) 300, 'x', 7, 1L << 40, 1.5f, 0.0, "s\"q", null)) + " " + a.z() + a.b() + a.s() + a.c()
            + a.i() + a.l() + a.f() + a.d() + a.str() + a.arr());
        System.out.println(new Flt(Float.NaN, Double.NaN).equals(new Flt(Float.NaN, Double.NaN)) + " " + new Flt(0f, 0.0).equals(new Flt(-0f, 0.0))
            + " " + new Flt(1, 2));
        Pair<String, Integer> pr = new Pair<>("k", 5); System.out.println(pr + " " + pr.mapSecond(x -> x * 2.5) + " " + Pair.twin('z') + " "
            + new Pair<>(null, new Pair<>(1, List.of(2))) + " " + new Pair<>(null, null).hashCode() + " "
            + new Pair<>(null, null).equals(new Pair<>(null, null)));
        System.out.println(new Empty() + " " + new Empty().equals(new Empty()) + " " + new Empty().hashCode());
        int s = 0; for (int i : new Range(10, 3)) s += i; System.out.println(s + " " + new Range(9, 2));
        Custom c = new Custom("abc", Arrays.asList(1, 2)); System.out.println(c + " " + c.name() + c.data()
            + c.equals(new Custom("zzz", List.of(1, 2))) + c.hashCode());
        System.out.println(new Var("a", "b").n() + new Var().n());
        Tree<String> t = new Tree<>(new Tree<>(null, "l", null), "root", new Tree<>(null, "r", new Tree<>(null, "rr", null)));
        System.out.println(t + " " + t.size());
        TreeSet<Point> ts = new TreeSet<>(List.of(new Point(1, 1), new Point(1, 5), new Point(0, 9), new Point(1, 3))); System.out.println(ts);
        Map<Point, String> m = new HashMap<>(); m.put(p, "first"); m.put(q, "second"); System.out.println(m.size() + m.get(new Point(3, 4)));
        record Local(int n) { Local next() { return new Local(n + 1); } static Local zero() {
                return new Local(0); } } System.out.println(Local.zero().next().next());
        System.out.println(Point.class.isRecord() + " " + Arrays.toString(Point.class.getRecordComponents()) + " "
            + Point.class.getSuperclass().getName() + " " + java.lang.reflect.Modifier.toString(Point.class.getModifiers()));
        Object o = p; if (o instanceof Point pt && pt.x() == 3) System.out.println("pattern " + pt.y());
        BiFunction<Integer, Integer, Point> mk = Point::new; System.out.println(mk.apply(8, 9).equals(new Point(8, 9)));
        System.out.println(new Pair<>(1, "x").hashCode() + " " + new Range(1, 2).hashCode() + " " + new Var("q").xs()[0] + " "
            + Objects.hash(1, "x"));
    }
}
