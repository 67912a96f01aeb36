// Static initialiser order, ExceptionInInitializerError then NoClassDefFoundError, lazy triggers, constants.
public class StaticInit {
    static void p(String s) { System.out.println(s); }
    static int log(String s, int v) { p("init " + s); return v; }
    static class A { static final int CONST = 5; static final String S = "str";
        static final Integer BOXED = log("A.BOXED", 6); static int v = log("A.v", 7);
        static { p("A static block " + v + " " + w0()); } static int w0() { return w;
        } static int w = log("A.w", 8); }
    static class B { static { p("B init"); } static int f = 1; static void m() { } static class N { static { p("B.N init"); } static int q = 3; } }
    static class P { static { p("P init"); } static int pf = 10; static int count() {
            return ++pf; } } static class C extends P { static { p("C init"); } static int cf = 20;
    }
    interface I { int X = log("I.X", 1); default void d() { } } interface J {
        int Y = log("J.Y", 2); } static class K implements I, J { static { p("K init");
        } }
    static class Cyc1 { static { p("Cyc1 start"); } static int a = Cyc2.b + 1;
        static { p("Cyc1 end " + a); } } static class Cyc2 { static { p("Cyc2 start");
        } static int b = Cyc1.a + 10; static { p("Cyc2 end " + b); } }
    static class Bad { static int z = 0; static { p("Bad start"); if (z == 0) throw new IllegalStateException("bad init");
        } static int v = 3; static void m() { } }
    static class BadErr { static { if (true) throw new StackOverflowError("fake"); } static int v; }
    static class BadSub extends Bad { static { p("never BadSub"); } static int s; }
    static class Holder { static final Holder INSTANCE = new Holder(); static int counter = 5; int seen; Holder() { seen = counter; counter++; } }
    enum E { X, Y; static final int[] CACHE = new int[4]; static { p("E static " + values().length); } E() { p("E ctor " + name()); } }
    static int early = later() + 1; static int late = 50; static int later() { return late; }
    int a = log("inst a", 1); { p("inst block " + a + " " + this.b); } int b = log("inst b", 2);
    StaticInit() { this("x"); p("ctor() " + a + b); } StaticInit(String s) {
        super(); p("ctor(String) " + a + b); }
    static void t(Runnable r) { try { r.run(); p("fine"); } catch (Throwable e) {
            p(e.getClass().getName() + ": " + e.getMessage() + (e instanceof ExceptionInInitializerError ? " cause " + e.getCause() : ""));
        } }
    public static void main(String[] args) throws Exception {
        p("main start " + early + " " + late); p(A.CONST + A.S); p("now boxed"); p("" + A.BOXED + A.v + A.w);
        B[] arr = new B[2]; p("array made " + arr.length + B.class.getSimpleName()); B.m(); p("" + B.N.q);
        p("" + C.pf); p("" + C.count()); p("" + C.cf); K k = null; p("K declared"); k = new K(); p("" + K.Y);
        p(Cyc1.a + " " + Cyc2.b);
        t(() -> Bad.m()); t(() -> Bad.m()); t(() -> { int q = Bad.v; }); t(() -> new Bad()); t(() -> { int q = BadSub.s; }); t(() -> new BadSub());
        t(() -> BadErr.v = 1); t(() -> BadErr.v = 1);
        p(Holder.INSTANCE.seen + " " + Holder.counter); p("" + E.Y.ordinal()); new StaticInit();
        Class<?> c = Class.forName("StaticInit$L1", false, StaticInit.class.getClassLoader());
        p("loaded not init"); c.getDeclaredField("v"); p("field found"); c.getDeclaredField("v").get(null);
        Class.forName("StaticInit$L2"); new L3[1].getClass(); p("L3 array"); L3.class.getDeclaredConstructor().newInstance();
        Object o = null; p("" + (o instanceof L4)); p("L4 instanceof done"); System.out.println(L4.K2);
        p("" + Fin.X + Fin.Y);
    }
    static class L1 { static { p("L1 init"); } static int v = 1; } static class L2 {
        static { p("L2 init"); } } static class L3 { static { p("L3 init"); } }
    static class L4 { static { p("L4 init"); } static final long K2 = 1L << 40;
        static int z; }
    static class Fin { static final int X; static final String Y; static { int t = 0; for (int i = 0; i < 5; i++) t += i; X = t; Y = "y" + t; } }
}
