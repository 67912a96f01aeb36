// Instance initialiser order, field defaults seen from super constructors, this() chains, leaking this, constant folding.
import java.util.*;
public class InitOrder {
    static StringBuilder sb = new StringBuilder();
    static <T> T t(String s, T v) { sb.append(s).append(' '); return v; }
    static class A { int a = t("A.a", 1); { t("A{}", 0); hook(); } A() { t("A()", 0);
            hook(); } A(int k) { this(); t("A(int)", 0); } void hook() { t("A.hook", 0);
        } }
    static class B extends A { int b = t("B.b", 2); final int c = 3; final Integer d = t("B.d", 4);
        String s = "init"; { t("B{}", 0); } B() { super(t("arg", 9)); t("B()", 0);
        } B(String x) { this(); t("B(String)", 0); s += x; } @Override void hook() {
            t("B.hook[" + b + "," + c + "," + d + "," + s + "]", 0); } }
    static class C extends B { int cc = b * 10; C() { super("zz"); hook(); }
        { t("C{} " + s, 0); } @Override void hook() { super.hook(); t("C.hook" + cc, 0);
        } }
    static class Node { static List<Node> all = new ArrayList<>(); final int id;
        final String label; Node(int id) { all.add(this); this.id = id; t("seen" + all.get(all.size() - 1).label, 0);
            label = "n" + id; } }
    static class Def { boolean z; byte b; short s; char c; int i; long l; float f;
        double d; Object o; int[] arr; @Override public String toString() { return z + " " + b + " " + s + " " + (int) c + " " + i + " " + l + " "
            + f + " " + d + " " + o + " " + arr;
        } }
    static class Thrower { static int made; int v = 1; Thrower(int k) { made++; if (k < 0) throw new IllegalArgumentException("k=" + k); v = k; } }
    static class ArgOrder { ArgOrder(int a, int b, int c) { t("ctor" + a + b + c, 0); } }
    static final int K1 = 10, K2 = K1 * 3 + 1; static final String KS = "k" + K1 + 'c' + 1.5f + true + (K2 > 30 ? "big" : "small");
    static final long KL = 1L << 33 | 5; static final char KC = (char) (K1 + 'a');
    static final boolean KB = K1 < K2 && !false; static final double KD = 1.0 / 3;
    static final byte KBY = (byte) 200; static final int KI = (int) 3.99e9;
    static class Wide { final long l1, l2; final double d; volatile int v; transient String tr;
        static int st; Wide(long a, int b, double c, short s, long e) { l1 = a;
            l2 = e; d = c; v = b + s; tr = a + "|" + b + "|" + c + "|" + s + "|" + e;
            st++; } }
    static int rec = 0; static class SelfRef { SelfRef inner; SelfRef() { if (rec++ < 3) inner = new SelfRef();
        } int depth() { return inner == null ? 1 : 1 + inner.depth(); } }
    public static void main(String[] args) {
        new A(); System.out.println(sb); sb.setLength(0);
        new A(1); System.out.println(sb); sb.setLength(0);
        new B(); System.out.println(sb); sb.setLength(0);
        B b = new B("!"); System.out.println(sb + b.s + b.b + b.c + b.d); sb.setLength(0);
        C c = new C(); System.out.println(sb + "" + c.cc + c.s); sb.setLength(0);
        new Node(1); new Node(2); System.out.println(sb + Node.all.get(1).label); sb.setLength(0);
        System.out.println(new Def()); try { new Thrower(-3); } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage() + Thrower.made); }
        new ArgOrder(t("x", 1), t("y", 2), t("z", 3)); System.out.println(sb); sb.setLength(0);
        System.out.println(K2 + KS + KL + KC + KB + KD + " " + KBY + " " + KI); System.out.println(KS == ("k" + K1 + 'c' + 1.5f + true + "big"));
        String dyn = "k"; System.out.println((dyn + K1) == ("k" + K1)); final String loc = "k"; System.out.println((loc + K1) == ("k" + K1));
        Wide w = new Wide(1L << 50, -7, 2.5, (short) 300, -1);
            System.out.println(w.tr + " " + w.l1 + " " + w.l2 + " " + w.d + " " + w.v + " " + Wide.st);
        System.out.println(new SelfRef().depth() + " " + rec);
        Map<String, Integer> dbl = new TreeMap<>() {{ put("one", 1); put("two", 2); }}; System.out.println(dbl);
        int x = 0; x = x++ + x++; System.out.println(x); x = 5; x = x-- - --x; System.out.println(x);
        int[] q = {0, 0}; int i = 0; q[i] = i = 1; System.out.println(q[0] + "" + q[1]);
        i = 0; i += (i = 5) + i; System.out.println(i);
        long big = Integer.MAX_VALUE; big++; int ch = 'a'; ch += 1.7;
            System.out.println(big + " " + ch + " " + (1 + 2 + "3" + 4 + 5) + " " + ("" + 1 + 2) + " " + (char) ('a' + 1) + ('a' + 1));
        if (KB) System.out.println("folded"); int y; if (K1 == 10) y = 1; else y = 2; System.out.println(y + (KB ? 1 : 0) + (K1 > 5 ? "gt" : "le"));
    }
}
