// Declared members listed and sorted by name: fields, methods, constructors, modifiers, toString, getMethod lookup rules.
import java.lang.reflect.*;
import java.util.*;
public class Members {
    static void p(Object o) { System.out.println(o); }
    public static class A { public int pub; protected static final long PROT = 5L;
        private volatile transient String priv; int pkg; public static int[] ARR;
        public A() { } protected A(int i) throws java.io.IOException { } private A(String s, int... v) {
        } public void m() { } public void m(int i) { } public int m(String s) {
            return 0; } private static synchronized strictfp double st(double d) { return d;
        } protected final Object fin() throws IllegalStateException { return null;
        } public Number cov() { return 1; } native void nat(); public static <T> T gen(T t) {
            return t; } }
    public static class B extends A implements Comparable<B> { public int pub;
        public String only; @Override public Integer cov() { return 2; } public int compareTo(B o) {
            return 0; } @Override public void m() { } public static void hide() { }
    }
    interface I { int K = 1; void abs(); default void def() { } static void sta() { } private void pri() { } } interface J extends I { void abs(); }
    static void list(Class<?> c) { List<String> l = new ArrayList<>();
        for (Field f : c.getDeclaredFields()) if (!f.isSynthetic()) l.add("F " + f + " " + f.getModifiers());
        for (Method m : c.getDeclaredMethods()) if (!m.isSynthetic() || m.isBridge()) l.add("M " + m + " " + m.getModifiers() + m.isDefault()
            + m.isVarArgs() + m.isBridge() + m.getParameterCount());
        for (Constructor<?> k : c.getDeclaredConstructors()) l.add("C " + k + " " + k.getModifiers() + k.isVarArgs()
            + Arrays.toString(k.getExceptionTypes()));
        Collections.sort(l); p(c.getSimpleName()); l.forEach(x -> p("  " + x));
    }
    static void find(Class<?> c, String n, Class<?>... a) { try { p(c.getSimpleName() + "." + n + " -> " + c.getMethod(n, a));
        } catch (NoSuchMethodException e) { p("NSM " + e.getMessage()); } }
    static void field(Class<?> c, String n) { try { p(c.getSimpleName() + "." + n + " -> " + c.getField(n));
        } catch (NoSuchFieldException e) { p("NSF " + e.getMessage()); } }
    public static void main(String[] args) throws Exception {
        list(A.class); list(B.class); list(I.class); list(J.class); find(A.class, "m");
        find(B.class, "m"); find(B.class, "m", int.class); find(B.class, "m", Integer.class);
        find(B.class, "cov"); find(A.class, "fin"); find(B.class, "gen", Object.class);
        find(J.class, "def"); find(J.class, "abs"); find(J.class, "sta"); find(I.class, "sta");
        find(B.class, "compareTo", Object.class); find(B.class, "compareTo", B.class);
        find(B.class, "hashCode"); find(int[].class, "clone"); find(int[].class, "getClass");
        find(J.class, "toString"); find(String.class, "valueOf", char[].class);
        field(B.class, "pub"); field(B.class, "ARR"); field(B.class, "priv"); field(A.class, "PROT");
        field(J.class, "K"); try { A.class.getDeclaredMethod("none", int[].class, String.class);
        } catch (NoSuchMethodException e) { p(e.getMessage()); } try { A.class.getConstructor(int.class);
        } catch (NoSuchMethodException e) { p(e.getMessage());
            } p(A.class.getDeclaredConstructor(int.class) + " " + A.class.getConstructors().length + B.class.getFields().length + " "
                + A.class.getDeclaredField("priv").getModifiers());
        List<String> pub = new ArrayList<>(); for (Method m : B.class.getMethods()) if (m.getDeclaringClass() != Object.class) pub.add(m.toString());
        Collections.sort(pub); pub.forEach(Members::p); Method x = A.class.getMethod("m"), y = A.class.getMethod("m");
        p(x.equals(y) + " " + (x == y) + x.hashCode() + x.getName() + x.getReturnType() + x.getDeclaringClass().getSimpleName());
        Parameter[] ps = A.class.getDeclaredConstructor(String.class, int[].class).getParameters();
        p(Arrays.toString(ps) + ps[0].getName() + ps[0].isNamePresent() + ps[1].isVarArgs() + ps[1].getType());
        p(Modifier.toString(A.class.getDeclaredMethod("st", double.class).getModifiers()) + "|"
            + Modifier.toString(A.class.getDeclaredField("priv").getModifiers()) + "|" + Modifier.toString(I.class.getMethod("abs").getModifiers()));
    }
}
