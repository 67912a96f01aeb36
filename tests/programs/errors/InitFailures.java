// Initialisers that fail: which error the first use gets, which the later ones, their causes, heirs and interfaces.
// exit: 1
public class InitFailures {
    static int fail(String why) { throw new IllegalStateException(why); }
    static int error(String why) { throw new AssertionError(why); }

    static class A1 { static int x = fail("A1"); }
    static class A2 extends A1 { static int y = 1; static { System.out.println("A2 never"); } }
    static class A3 extends A2 { static int z = 1; }
    static class B1 { static int x = error("B1"); }
    static class B2 extends B1 { static int y = 1; }
    interface C0 { int x = fail("C0"); default void m() { } }
    static class C1 { static { System.out.println("C1 runs"); } }
    static class C2 extends C1 implements C0 { static { System.out.println("C2 never"); } static void f() { } }
    static class D1 { static int x = D2.y; static { System.out.println("D1 goes on"); } }
    static class D2 { static int y = fail("D2"); }
    static class E1 { static { try { new E2(); } catch (Throwable t) { show("inside E1", t); } } static int x = 3; }
    static class E2 extends E1 { static int y = fail("E2"); }
    static class F1 { static { if (true) throw new NullPointerException(); } static void f() { } }
    enum G { ONE(1), TWO(0); final int v; G(int d) { v = 1 / d; } }
    static class H1 { static { new H2(); } }
    static class H2 extends H3 { static { System.out.println("H2 never"); } }
    static class H3 { static { if (true) throw new ArrayStoreException("H3"); } }
    static class I1 { static int depth = deep(0); static int deep(int n) { return n == -1 ? 0 : deep(n + 1) + 1; } }
    static class J1 { static { if (true) throw new ExceptionInInitializerError("by hand"); } }

    static void show(String title, Throwable thrown) {
        StringBuilder text = new StringBuilder(title);
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            text.append(" | ").append(t.getClass().getName());
            if (!(t instanceof NullPointerException)) text.append(": ").append(t.getMessage());
            // How the library calls differs between versions of it.
            StackTraceElement[] trace = t.getStackTrace();
            long own = java.util.Arrays.stream(trace).filter(e -> e.getModuleName() == null).count();
            text.append(" @").append(own > 100 ? "deep" : (trace[0].getModuleName() == null ? trace[0] : "library") + " of " + own);
        }
        System.out.println(text);
    }

    interface Use { void use() throws Throwable; }

    static void twice(String title, Use use) {
        for (int i = 1; i <= 2; i++) {
            try {
                use.use();
                System.out.println(title + " " + i + ": fine");
            } catch (Throwable t) {
                show(title + " " + i, t);
            }
        }
    }

    public static void main(String[] args) throws Throwable {
        twice("A3", A3::new);
        twice("A2", A2::new);
        twice("A1", A1::new);
        twice("B2", () -> System.out.println(B2.y));
        twice("B1", () -> System.out.println(B1.x));
        twice("C2", C2::f);
        twice("C0", () -> System.out.println(C0.x));
        twice("C1", C1::new);
        twice("D1", D1::new);
        twice("D2", D2::new);
        twice("E1", () -> System.out.println(E1.x));
        twice("E2", E2::new);
        twice("F1", F1::f);
        twice("G", () -> System.out.println(G.ONE));
        twice("H1", H1::new);
        twice("H2", H2::new);
        twice("J1", J1::new);
        twice("forName", () -> Class.forName("InitFailures$K1"));
        twice("newInstance", () -> L1.class.getDeclaredConstructor().newInstance());
        twice("field", () -> M1.class.getDeclaredField("x").get(null));
        twice("method", () -> N1.class.getDeclaredMethod("f").invoke(null));
        for (int i = 1; i <= 2; i++) {
            try {
                System.out.println(I1.depth);
            } catch (StackOverflowError | NoClassDefFoundError e) {
                System.out.println("I1 " + e.getClass() + " " + e.getMessage());
            }
        }
        System.out.println(new A3());
    }

    static class K1 { static int x = fail("K1"); }
    static class L1 { static int x = fail("L1"); }
    static class M1 { static int x = fail("M1"); }
    static class N1 { static int x = fail("N1"); static void f() { } }
}
