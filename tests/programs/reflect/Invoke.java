// Method.invoke: statics, privates, exceptions, widening, varargs, boxing, over 20 repeated invocations, access errors.
import java.lang.reflect.*;
import java.util.*;
public class Invoke {
    static void p(Object o) { System.out.println(o); }
    static class T { private int n = 1; private int inc(int by) { return n += by;
        } static String st(String a, long b, double c, char d, boolean e, byte f, short g, float h) {
            return a + b + c + d + e + f + g + h; } void thr(int k) throws Exception {
            if (k == 1) throw new java.io.IOException("checked"); if (k == 2) throw new IllegalStateException("unchecked");
            if (k == 3) throw new StackOverflowError("err"); n = 99; } static long wide(long l) {
            return l * 2; } static double wd(double d) { return d / 2; } static int sum(int... a) {
            int s = 0; for (int x : a) s += x; return s; } static Object nul() { return null;
        } static void vd() { } Object virt() { return "T"; } static boolean z() {
            return true; } static char c() { return 'c'; } static byte b() { return -1;
        } static short s() { return -2; } static float f() { return 1.5f; } static int[] arr(int[][] x) {
            return x[0]; } } static class U extends T { @Override Object virt() { return "U";
        } } interface D { default String hi(String s) { return "hi " + s; } } static class DI implements D {
    }
    static Object call(Object o, Class<?> c, String n, Object... a) { for (Method m : c.getDeclaredMethods()) if (m.getName().equals(n)) {
            m.setAccessible(true); try { return m.invoke(o, a); } catch (InvocationTargetException e) {
                return "ITE " + e.getCause() + " " + e.getMessage() + (e.getTargetException() == e.getCause());
            } catch (Exception e) { return e.getClass().getSimpleName() + (e instanceof NullPointerException ? "" : " " + e.getMessage());
            } } return "none"; }
    public static void main(String[] args) throws Exception {
        T t = new T(); p(call(t, T.class, "inc", 5) + " " + call(t, T.class, "inc", (short) 3) + call(t, T.class, "inc", 'a')
            + call(t, T.class, "inc", 5L) + call(t, T.class, "inc") + call(t, T.class, "inc", "s") + call(t, T.class, "inc", (Object) null)
            + call(null, T.class, "inc", 1) + call("str", T.class, "inc", 1));
        p(call(null, T.class, "st", "s", 1, 2, 'c', true, (byte) 3, (byte) 4, 5L) + " "
            + call(null, T.class, "st", "s", 1, 2f, 'c', true, 3, (byte) 4, 5f));
        for (int i = 0; i < 4; i++) p(call(t, T.class, "thr", i));
            p(call(null, T.class, "wide", (byte) -3) + " " + call(null, T.class, "wide", 'A') + call(null, T.class, "wide", 1.5f)
                + call(null, T.class, "wd", 7L) + call(null, T.class, "wd", 3f));
        p(call(null, T.class, "sum", (Object) new int[]{1, 2, 3}) + " " + call(null, T.class, "sum", 1, 2) + call(null, T.class, "sum"));
        p(call(null, T.class, "nul") + " " + call(null, T.class, "vd") + call(new U(), T.class, "virt") + call(null, T.class, "z")
            + call(null, T.class, "c") + call(null, T.class, "b") + call(null, T.class, "s") + call(null, T.class, "f").getClass()
            + ((int[]) call(null, T.class, "arr", (Object) new int[][]{{4}}))[0]);
        p(call(new DI(), D.class, "hi", "x") + " " + call("ignored", T.class, "z"));
        Method inc = T.class.getDeclaredMethod("inc", int.class); long s = 0; for (int i = 0; i < 100; i++) s += (int) inc.invoke(t, i);
        p(s); Method thr = T.class.getDeclaredMethod("thr", int.class); int c = 0;
        for (int i = 0; i < 60; i++) try { thr.invoke(t, i % 3); c++; } catch (InvocationTargetException e) {
            c += e.getCause() instanceof java.io.IOException ? 100 : 1000; } p(c); Method len = String.class.getMethod("length");
        int l = 0; for (int i = 0; i < 50; i++) l += (int) len.invoke("x".repeat(i));
        p(l); Method wide = T.class.getDeclaredMethod("wide", long.class); long w = 0;
        for (int i = 0; i < 40; i++) w += (long) wide.invoke(null, i); p(w);
            Constructor<StringBuilder> k = StringBuilder.class.getConstructor(String.class);
        StringBuilder all = new StringBuilder(); for (int i = 0; i < 30; i++) all.append(k.newInstance("c" + i).reverse());
        p(all); try { len.invoke(5); } catch (IllegalArgumentException e) { p(e.getClass());
        } try { len.invoke("s", 1); } catch (IllegalArgumentException e) { p(e.getClass());
        } try { String.class.getDeclaredMethod("isLatin1").invoke("x"); } catch (IllegalAccessException e) {
            p(e.getMessage()); } try { String.class.getDeclaredMethod("isLatin1").setAccessible(true);
        } catch (InaccessibleObjectException e) { p(e.getMessage().startsWith("Unable to make"));
        } p(inc.isAccessible() + " " + inc.canAccess(t) + inc.trySetAccessible());
        Method m = List.class.getMethod("size"); p(m.invoke(List.of(1, 2)) + " " + m.invoke(new LinkedList<>()));
        Object arr = Arrays.class.getMethod("asList", Object[].class).invoke(null, (Object) new String[]{"a", "b"});
        p(arr); try { Invoke.class.getDeclaredMethod("deep", int.class).invoke(null, 3);
        } catch (InvocationTargetException e) { StackTraceElement[] st = e.getCause().getStackTrace();
            p(st[0].getMethodName() + st[3] + " " + e.getCause()); } Method main = Inner.class.getMethod("main", String[].class);
        main.invoke(null, (Object) new String[]{"q"}); p(Math.class.getMethod("max", int.class, int.class).invoke(null, 3, (byte) 9));
    }
    static int deep(int n) { return n == 0 ? 1 / n : deep(n - 1); } static class Inner {
        public static void main(String... a) { p("inner main " + a.length); } }
}
