// Inner, local, anonymous and nested classes, captured variables, this chains, nest-mate private access.
import java.util.*;
import java.util.function.*;
public class InnerClasses {
    private int x = 1; private static int sx = 100; private final List<String> log = new ArrayList<>();
    private int priv(int a) { return a + x; } private static String ps(String s) { return "<" + s + ">"; }
    class In { int x = 2; class In2 { int x = 3; String all() { return x + " " + In.this.x + " " + InnerClasses.this.x + " " + priv(10) + " "
        + ps("q") + " " + (InnerClasses.this.x++) + " " + ++sx;
            } private int hid = 9; } private int secret = 55; private In() { } private int peek(In2 i) {
            return i.hid++ + i.hid; } }
    static class Nest { private static int cnt; private int id = ++cnt; private Nest() {
        } private static Nest make() { return new Nest(); } private Nest(Nest n) {
            id = n.id * 10; } static class Deeper { private int v = cnt; private int up() {
                return new Nest().id; } } }
    IntSupplier counter(int start) { int step = 3; int[] box = {start}; return new IntSupplier() {
            int calls; public int getAsInt() { calls++; box[0] += step; x += calls;
                return box[0] * 100 + calls; } }; }
    List<Supplier<String>> locals(String p) {
        List<Supplier<String>> out = new ArrayList<>();
        for (int i = 0; i < 3; i++) { final int j = i; class Loc implements Supplier<String> {
                String suf; Loc(String s) { suf = s; } public String get() { return p + j + suf + x;
                } Loc twin() { return new Loc(suf + "'"); } } out.add(new Loc("a")); out.add(new Loc("b").twin());
        }
        return out;
    }
    static class Outer { String n = "outer"; class I { String who() { return n; } } }
    static class Sub extends Outer { { n = "sub"; } class J extends I { String who() { return "J:" + super.who() + n; } } }
    static class External extends Outer.I { External(Outer o) { o.super(); } }
    static abstract class Tmpl { final String r; Tmpl(int k) { r = step(k); } abstract String step(int k); }
    class Node { Node next; int v; Node(int v, Node n) { this.v = v; next = n; } int sum() { return v + (next == null ? 0 : next.sum()); } }
    static Object anonStatic() { return new Object() { int c = 5; @Override public String toString() { return "anon" + c + sx; } }; }
    enum Op implements IntBinaryOperator { ADD { public int applyAsInt(int a, int b) {
                return a + b; } }, SUB { private int k = 1; public int applyAsInt(int a, int b) {
                return a - b - k; } } }
    static int fact(int n) { class F { int f(int k) { return k < 2 ? 1 : k * f(k - 1); } } return new F().f(n); }
    public static void main(String[] args) {
        InnerClasses o = new InnerClasses(); In in = o.new In(); In.In2 i2 = in.new In2();
        System.out.println(i2.all()); System.out.println(i2.all() + " " + in.secret + " " + in.peek(i2) + " " + i2.hid);
        Nest n = Nest.make(); System.out.println(n.id + " " + new Nest(n).id + " " + new Nest.Deeper().v + " " + new Nest.Deeper().up() + " "
            + Nest.cnt);
        n.id += 7; Nest.cnt *= 3; System.out.println(n.id + " " + Nest.cnt--);
        IntSupplier c1 = o.counter(0), c2 = o.counter(50); System.out.println(c1.getAsInt() + " " + c1.getAsInt() + " " + c2.getAsInt() + " "
            + c1.getAsInt() + " " + o.x);
        for (Supplier<String> s : o.locals("p")) System.out.print(s.get() + " "); System.out.println();
        Sub s = new Sub(); System.out.println(s.new J().who() + " " + new External(s).who() + " " + new External(new Outer()).who());
        String cap = "captured"; System.out.println(new Tmpl(4) { String f = "set"; String step(int k) { return k + cap + f; } }.r);
        Node l = null; for (int i = 0; i < 10; i++) l = o.new Node(i, l); System.out.println(l.sum());
        System.out.println(anonStatic() + " " + Op.ADD.applyAsInt(4, 5) + " " + Op.SUB.applyAsInt(4, 5) + " " + Op.SUB.getClass().getName() + " "
            + Op.SUB.getDeclaringClass().getSimpleName() + " " + fact(10));
        var anon = new Object() { int a = 1; int twice() { return a * 2; } }; anon.a = 21; System.out.println(anon.twice());
        System.out.println(in.getClass().getName() + " " + i2.getClass().getName() + " " + c1.getClass().getName() + " ["
            + c1.getClass().getSimpleName() + "] " + o.locals("").get(0).getClass().getName());
        System.out.println(In.In2.class.getEnclosingClass().getSimpleName() + " " + In.class.getDeclaringClass().getSimpleName() + " "
            + c1.getClass().getEnclosingMethod().getName() + " " + c1.getClass().isAnonymousClass() + o.locals("").get(0).getClass().isLocalClass()
            + In.class.isMemberClass() + " " + In.class.getNestHost().getSimpleName() + " " + In.class.isNestmateOf(Nest.class));
        try { Outer no = null; no.new I(); } catch (NullPointerException e) { System.out.println("NPE outer"); }
        Function<Integer, Function<Integer, Function<Integer, Integer>>> cur = a -> b -> d -> a * 100 + b * 10 + d + sx;
        System.out.println(cur.apply(1).apply(2).apply(3));
    }
}
