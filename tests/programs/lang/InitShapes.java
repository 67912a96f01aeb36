// Class initialisation (JLS 12.4): superclass chains, requests by initialisers further out, interfaces with and without defaults, enums, cycles.
import java.util.ArrayList;
import java.util.List;

public class InitShapes {
    static final List<String> LOG = new ArrayList<>();

    static int log(String what) {
        LOG.add(what);
        return LOG.size();
    }

    static void show(String title) {
        System.out.println(title + ": " + LOG);
        LOG.clear();
    }

    // A chain, all with initialisers.
    static class A1 { static int x = log("A1"); }
    static class A2 extends A1 { static int x = log("A2"); }
    static class A3 extends A2 { static int x = log("A3"); }

    // A chain with gaps.
    static class B1 { static int x = log("B1"); }
    static class B2 extends B1 { }
    static class B3 extends B2 { static int x = log("B3"); }
    static class B4 extends B3 { }

    // The initialiser of a superclass asks for the class: from below and from above.
    static class C1 { static int x = log("C1 sees C2.x=" + C2.get()); }
    static class C2 extends C1 {
        static int x = log("C2");
        static int get() { return x; }
    }
    static class D1 { static int x = log("D1 sees D2.x=" + D2.get()); }
    static class D2 extends D1 {
        static int x = log("D2");
        static int get() { return x; }
    }

    // A class outside is being initialised; its initialiser uses a class below it whose own superclass has an initialiser.
    static class E1 {
        static int x = log("E1 begins");
        static E3 made = new E3();
        static int y = log("E1 ends, E3.y=" + E3.y);
    }
    static class E2 extends E1 { static int z = log("E2, E1.y=" + y); }
    static class E3 extends E2 { static int y = log("E3, E2.z=" + z); }

    // The same with an unrelated superclass between.
    static class F0 { static int x = log("F0"); }
    static class F1 extends F0 {
        static int x = log("F1 begins");
        static Object made = new F2();
        static int y = log("F1 ends");
    }
    static class F2 extends F1 { static int x = log("F2"); static Object o = new F3(); static int z = log("F2 ends"); }
    static class F3 extends F2 { static int x = log("F3"); }

    // An outer frame initialises an interface of the class.
    interface G0 { int x = log("G0 begins"); Object made = G2.make(); int y = log("G0 ends"); default void m() { } }
    static class G1 { static int x = log("G1"); }
    static class G2 extends G1 implements G0 { static int x = log("G2"); static Object make() { return new G2(); } }

    // Interfaces with defaults are initialised, those above first; others are not.
    interface H0 { int x = log("H0"); default void a() { } }
    interface H1 { int x = log("H1"); void b(); }
    interface H2 extends H0, H1 { int x = log("H2"); void c(); }
    interface H3 extends H2 { int x = log("H3"); default void d() { } }
    interface H4 { int x = log("H4"); static void e() { } }
    interface H5 { int x = log("H5"); private void f() { } }
    static class H6 implements H1, H4 { static int x = log("H6"); public void b() { } }
    static class H7 extends H6 implements H5, H3 { static int x = log("H7"); public void c() { } }

    // An interface does not initialise those above it.
    interface I0 { int x = log("I0"); default void a() { } }
    interface I1 extends I0 { int y = log("I1"); default void b() { } }

    // Enums whose constants have bodies and use the enum.
    enum J {
        ONE { int v() { return 1; } }, TWO { int v() { return count; } };
        static int count = log("J, values " + values().length);
        abstract int v();
        J() { log("constructor of " + name()); }
    }
    interface Shape { int S = log("Shape"); default String nick() { return "s"; } }
    enum K implements Shape { X; static { log("K"); } static class Inner { static int x = log("K.Inner sees " + X); } }

    // Cycles of unrelated classes.
    static class L1 { static int x = log("L1 begins, L2.x=" + L2.x); static int y = log("L1 ends"); }
    static class L2 { static int x = log("L2 begins, L3.x=" + L3.x); }
    static class L3 { static int x = log("L3 begins, L1.x=" + L1.x + ", L1.y=" + L1.y); }
    static class M1 { static Object o = new M3(); static int x = log("M1"); }
    static class M2 { static Object o = new M1(); static int x = log("M2"); }
    static class M3 extends M2 { static int x = log("M3"); }
    static class M4 extends M1 { static int x = log("M4"); }

    // Constants are there before anything runs; what is computed is not.
    static class N1 { static String seen = N2.K + N2.n() + N2.S + N2.T; }
    static class N2 extends N1 {
        static final int K = 5;
        static final long L = 6;
        static final String S = "const";
        static final String T = new String("made");
        static final Integer BOXED = 7;
        static String n() { return "L" + (L + 0) + BOXED; }
        static final int LATE = log("N2 after " + seen);
    }

    // What does not initialise: array creation, class literals, constants, a static of a superclass through the subclass.
    static class O1 { static int x = log("O1"); static int st; static final int C = 3; }
    static class O2 extends O1 { static int x = log("O2"); }

    // A nest of classes, each asked for by the one before, and a subclass of the first at the end.
    static class P1 { static int x = log("P1 begins"); static Object o = P2.o; static int y = log("P1 ends"); }
    static class P2 { static Object o = new P3().hashCodeOf(); static int x = log("P2"); }
    static class P3 extends P5 { static int x = log("P3"); Object hashCodeOf() { return "o"; } }
    static class P4 extends P1 { static int x = log("P4"); }
    static class P5 extends P4 { static int x = log("P5"); }

    // Two superclasses' worth of interfaces with cycles.
    interface Q0 { int x = log("Q0 " + (Q3.v == 0)); default void q() { } }
    static class Q1 implements Q0 { static int x = log("Q1"); }
    interface Q2 { int x = log("Q2"); default void r() { } }
    static class Q3 extends Q1 implements Q2 { static int v = log("Q3"); }

    public static void main(String[] args) throws Exception {
        show("own");
        new A3(); show("A");
        new B4(); show("B");
        log("" + C2.x); show("C");
        log("" + D1.x); show("D");
        new E1(); show("E");
        new F1(); show("F");
        log("" + G0.y); show("G");
        new H7(); show("H");
        log("" + I1.y); show("I");
        log("" + I0.x); show("I again");
        log("" + J.TWO.v()); show("J");
        log("" + K.Inner.x); show("K");
        log("" + L1.y); show("L");
        log("" + L3.x); show("L again");
        new M4(); show("M");
        log(N2.T); show("N");
        O2[] none = new O2[3]; log(O2.class.getSimpleName() + O2.C + none.length); show("O");
        O2.st = 4; show("O static");
        new O2(); show("O new");
        new P4(); show("P");
        new Q3(); show("Q");
        Class.forName("InitShapes$R2", false, InitShapes.class.getClassLoader()); show("R not");
        Class.forName("InitShapes$R2"); show("R");
        java.lang.invoke.MethodHandles.lookup().findStatic(S2.class, "f", java.lang.invoke.MethodType.methodType(void.class)); show("S looked up");
        S2.class.getDeclaredMethod("f").invoke(null); show("S");
        T2.class.getDeclaredField("y").getInt(null); show("T");
        U2.class.getDeclaredConstructor().newInstance(); show("U");
    }

    static class R1 { static int x = log("R1 asks " + R2.y); }
    static class R2 extends R1 { static int y = log("R2"); }
    static class S1 { static int x = log("S1"); }
    static class S2 extends S1 { static int y = log("S2"); static void f() { log("f"); } }
    static class T1 { static int x = log("T1"); static Object o = new T2(); }
    static class T2 extends T1 { static int y = log("T2"); }
    static class U1 { static int x = log("U1"); static Object o = new U2(); static int z = log("U1 ends"); }
    static class U2 extends U1 { static int y = log("U2"); U2() { log("U2()"); } }
}
