// Class.forName variants and what triggers initialisation; ClassLoader.loadClass does not initialise.
import java.lang.invoke.*;
import java.lang.reflect.*;
public class ForNameInit {
    static void p(Object o) { System.out.println(o); }
    static class A { static { p("init A"); } static int x = 1; static final int C = 5;
        static void m() { } } static class B { static { p("init B"); } } static class C {
        static { p("init C"); } static int f; } static class D extends A2 { static {
            p("init D"); } } static class A2 { static { p("init A2"); } static int inh = 3;
    } static class E { static { p("init E"); } static final String S = "const";
        static final Object O = new Object(); } enum F { X; static { p("init F");
        } } static class G { static { p("init G"); } public static void go() { p("G.go");
        } } static class H { static { p("init H"); } static int v = 7; } static class I {
        static { p("init I"); } } interface J { int K = k("J.K"); default void d() {
        } } interface J2 { int K = k("J2.K"); } static class JI implements J, J2 {
        static { p("init JI"); } } static class K { static { p("init K"); } K() {
            p("new K"); } } static class Bad { static { p("init Bad"); if (true) throw new RuntimeException("bad");
        } } static class M { static { p("init M"); } static int q = 1; } static int k(String s) {
        p("init " + s); return 1; }
    public static void main(String[] args) throws Throwable {
        ClassLoader cl = ForNameInit.class.getClassLoader(); p("loadClass"); Class<?> a = cl.loadClass("ForNameInit$A");
        a.getDeclaredMethods(); a.getDeclaredFields(); a.getModifiers(); p("const " + A.C);
        p("now field " + A.x); p("forName false"); Class.forName("ForNameInit$B", false, cl);
        p("forName true"); Class.forName("ForNameInit$B"); Class.forName("ForNameInit$B");
        p("array"); Object arr = Array.newInstance(C.class, 3); C[] ca = (C[]) arr;
        p(ca.length + " " + C.class.getSimpleName()); C.f = 1; p("inherited static via subclass " + D.inh);
        new D(); p("E const " + E.S); p(E.O != null); p("enum"); F.valueOf("X");
        p("reflect static"); Method go = G.class.getMethod("go"); p("got method");
        go.invoke(null); p("reflect field"); Field v = H.class.getDeclaredField("v");
        p("got field"); p(v.get(null)); p("instanceof " + (args instanceof Object) + I.class.isInstance("x"));
        Object n = null; I cast = (I) n; p("cast null ok"); p("interface"); new JI();
        p("J2 now " + J2.K); p("ctor"); Constructor<K> kc = K.class.getDeclaredConstructor();
        p("got ctor"); kc.newInstance(); for (int i = 0; i < 2; i++) try { Class.forName("ForNameInit$Bad");
        } catch (Throwable t) { p(t.getClass().getSimpleName() + " " + t.getMessage()
            + (t.getCause() == null ? "" : " " + t.getCause().getClass().getSimpleName()));
        } Class.forName("ForNameInit$Bad", false, cl); p("false still works"); try {
            new Bad(); } catch (NoClassDefFoundError e) { p(e.getMessage()); } p("mh");
        MethodHandle g = MethodHandles.lookup().findStaticGetter(M.class, "q", int.class);
        p("found"); p((int) g.invokeExact()); try { Class.forName("ForNameInit$Zip");
        } catch (ClassNotFoundException e) { p(e.getMessage() + " " + e.getCause());
        } try { Class.forName(null); } catch (NullPointerException e) { p("NPE");
        } MethodHandles.lookup().ensureInitialized(I.class); p(Class.forName(Object.class.getModule(), "java.lang.String") + " "
            + Class.forName(Object.class.getModule(), "no.Such"));
        p(MethodHandles.lookup().accessClass(Late.class).getSimpleName()); p(Late.z);
    }
    static class Late { static { p("init Late"); } static int z = 4; }
}
