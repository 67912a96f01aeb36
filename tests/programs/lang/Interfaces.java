// Interfaces: default, static and private methods, diamonds, super-interface calls, constants, functional use.
import java.util.*;
public class Interfaces {
    interface A { default String hi() { return "A.hi"; } static String st() {
            return "A.st " + hidden(); } private static String hidden() { return "hidden";
        } int K = log("A.K", 1); }
    interface B extends A { default String hi() { return "B.hi+" + A.super.hi(); } }
    interface C extends A { default String hi() { return "C.hi"; } int K = log("C.K", 3); }
    static class D implements B, C { public String hi() { return "D(" + B.super.hi() + "," + C.super.hi() + ")"; } }
    interface E extends A { }
    static class F implements E, B { }
    static class Base { public String hi() { return "Base.hi"; } }
    static class G extends Base implements A { }
    static abstract class H implements A { public abstract String hi(); }
    static class I extends H { public String hi() { return "I.hi"; } }
    interface Priv { private int step(int n) { return n <= 1 ? 1 : n * step(n - 1); } default int fact(int n) { return step(n); } }
    interface Stack2<T> { void push(T t); T pop(); boolean isEmpty(); default T peek() {
            T t = pop(); push(t); return t; } static <T> Stack2<T> create() { return new Stack2<T>() {
                private final ArrayDeque<T> d = new ArrayDeque<>(); public void push(T t) {
                    d.push(t); } public T pop() { return d.pop(); } public boolean isEmpty() {
                    return d.isEmpty(); } }; } }
    interface Tree { int eval(); } 
    record Num(int v) implements Tree { public int eval() { return v; } } record Add(Tree l, Tree r) implements Tree {
        public int eval() { return l.eval() + r.eval(); } } record Mul(Tree l, Tree r) implements Tree {
        public int eval() { return l.eval() * r.eval(); } }
    interface Marker { } interface X1 { int v(); } interface X2 { int v(); }
    static class Both implements X1, X2, Marker { public int v() { return 12;
        } }
    interface Gen<T extends Comparable<T>> { T pick(T a, T b); default T max(List<T> l) { T m = l.get(0); for (T t : l) m = pick(m, t); return m; } }
    interface Obj { String toString(); boolean equals(Object o); int only(); }
    static int log(String s, int v) { System.out.println("init " + s); return v; }
    interface Many0 { default int m() { return 0; } } interface Many1 extends Many0 {
        default int m() { return Many0.super.m() + 1; } } interface Many2 extends Many1 {
        default int m() { return Many1.super.m() + 10; } }
    static class ManyC implements Many2 { public int m() { return Many2.super.m() + 100; } }
    static int mono(Tree t, int n) { int s = 0; for (int i = 0; i < n; i++) s += t.eval() ^ i; return s; }
    public static void main(String[] args) {
        System.out.println(new D().hi() + " " + new F().hi() + " " + new G().hi() + " " + new I().hi() + " " + A.st());
        System.out.println("K not yet"); System.out.println(C.K + " " + B.K);
        A an = new A() { public String hi() { return "anon " + A.super.hi(); } }; System.out.println(an.hi());
        System.out.println(new Priv() { }.fact(10));
        Stack2<String> s = Stack2.create(); s.push("a"); s.push("b"); System.out.println(s.peek() + s.pop() + s.pop() + s.isEmpty());
        try { s.pop(); } catch (NoSuchElementException e) { System.out.println(e);
        }
        Tree t = new Add(new Num(2), new Mul(new Num(3), new Add(new Num(4), new Num(5)))); System.out.println(t + " = " + t.eval());
        Both b = new Both(); X1 x1 = b; X2 x2 = b; System.out.println(x1.v() + x2.v() + " " + (b instanceof Marker) + " "
            + ((Object) "s" instanceof Marker));
        Gen<String> g = (p, q) -> p.compareTo(q) >= 0 ? p : q; System.out.println(g.max(List.of("pear", "zoo", "apple")));
        Obj o = () -> 5; System.out.println(o.only() + " " + o.equals(o)); System.out.println(new ManyC().m());
        Tree[] ts = {new Num(3), t, new Mul(t, t), () -> 77}; int r = 0; for (int i = 0; i < 4000; i++) r = r * 31 + ts[i & 3].eval();
        System.out.println(r);
        for (Tree x : ts) System.out.print(mono(x, 3000) + " "); System.out.println();
        Object cs = "chars"; CharSequence q = (CharSequence) cs;
            System.out.println(q.length() + " " + q.subSequence(1, 3) + " " + ((Comparable<String>) cs).compareTo("char"));
        Iterable<Integer> it = () -> new Iterator<>() { int i = 0; public boolean hasNext() {
                return i < 3; } public Integer next() { return i++; } }; for (int v : it) System.out.print(v);
        it.forEach(v -> System.out.print("," + v)); System.out.println();
        try { Iterator<Integer> rm = it.iterator(); rm.remove(); } catch (UnsupportedOperationException e) { System.out.println(e.getMessage()); }
    }
}
