// Constructor reflection: newInstance, inner classes, enums, abstract classes, varargs, private, exceptions; Array reflection.
import java.lang.reflect.*;
import java.util.*;
public class Constructors {
    static void p(Object o) { System.out.println(o); }
    static class A { final String s; A() { s = "none"; } A(int i, Integer j, long... l) {
            s = i + "," + j + "," + Arrays.toString(l); } private A(String x) { s = "private " + x;
        } A(Object o) throws Exception { throw new Exception("ctor " + o); } }
    class Inner { int v; Inner(int v) { this.v = v + base; } } int base = 1000;
    static abstract class Abs { } enum E { X } interface I { } static class StaticFail {
        static { if (true) throw new IllegalStateException("clinit"); } }
    static void t(String n, Class<?> c, Class<?>[] ps, Object... a) { try {
            Constructor<?> k = c.getDeclaredConstructor(ps); k.setAccessible(true);
            Object o = k.newInstance(a); p(n + " " + (o instanceof A x ? x.s : o instanceof Inner x ? x.v : o));
        } catch (InvocationTargetException e) { p(n + " ITE " + e.getCause()); } catch (Throwable e) {
            p(n + " " + e.getClass().getSimpleName() + (e instanceof NullPointerException ? "" : " " + e.getMessage()));
        } }
    public static void main(String[] args) throws Exception {
        t("none", A.class, new Class<?>[0]); t("priv", A.class, new Class<?>[]{String.class}, "p");
        t("var", A.class, new Class<?>[]{int.class, Integer.class, long[].class}, (short) 1, null, new long[]{5, 6});
        t("thr", A.class, new Class<?>[]{Object.class}, 7); t("argc", A.class, new Class<?>[]{String.class});
        t("type", A.class, new Class<?>[]{String.class}, 5); t("inner", Inner.class, new Class<?>[]{Constructors.class, int.class}, new Constructors(),
            5);
        t("innernull", Inner.class, new Class<?>[]{Constructors.class, int.class}, null, 5);
        t("nsm", A.class, new Class<?>[]{double.class}, 1.0); t("abs", Abs.class, new Class<?>[0]);
        t("enum", E.class, new Class<?>[]{String.class, int.class}, "Y", 1); t("iface", I.class, new Class<?>[0]);
        t("fail", StaticFail.class, new Class<?>[0]); t("fail2", StaticFail.class, new Class<?>[0]);
        t("arr", int[].class, new Class<?>[0]); t("str", String.class, new Class<?>[]{char[].class}, new char[]{'o', 'k'});
        t("int", Integer.class, new Class<?>[]{int.class}, 5); t("al", ArrayList.class, new Class<?>[]{Collection.class}, List.of(1));
        p(A.class.newInstance().s); try { new Object() { Object go() throws Exception {
                    return Abs.class.newInstance(); } }.go(); } catch (InstantiationException e) {
            p("IE " + e.getMessage()); }
        int s = 0; Constructor<Integer> ki = Integer.class.getConstructor(int.class);
        for (int i = 0; i < 40; i++) s += ki.newInstance(i); p(s);
            Object ia = Array.newInstance(int.class, 3), sa = Array.newInstance(String.class, 2, 2), da = Array.newInstance(int[].class, 2);
        p(ia.getClass() + " " + sa.getClass() + da.getClass() + Array.getLength(ia));
        Array.set(ia, 0, 5); Array.setInt(ia, 1, 6); Array.set(ia, 2, (byte) 7);
        p(Arrays.toString((int[]) ia) + Array.get(ia, 1) + Array.getLong(ia, 2) + Array.getDouble(ia, 0));
        for (Runnable r : new Runnable[]{() -> Array.set(ia, 5, 1), () -> Array.set(ia, 0, 1L), () -> Array.set(ia, 0, "x"),
            () -> Array.set(ia, 0, null), () -> Array.get("str", 0), () -> Array.getLength(null), () -> Array.newInstance(int.class, -1),
                () -> Array.newInstance(void.class, 1), () -> Array.newInstance(int.class, new int[0]), () -> Array.getByte(ia, 0),
                    () -> Array.setLong(ia, 0, 1), () -> Array.newInstance(null, 1), () -> Array.newInstance(int.class, new int[256]),
                        () -> Array.set(sa, 0, "notarray")}) try {
            r.run(); p("ok"); } catch (RuntimeException e) { p(e.getClass().getSimpleName()
                + (e instanceof NullPointerException ? "" : " " + e.getMessage()));
        } for (Class<?> c : new Class<?>[]{boolean.class, byte.class, short.class, char.class, int.class, long.class, float.class, double.class,
            Object.class}) {
            Object a = Array.newInstance(c, 2); p(a.getClass().getName() + " " + Array.get(a, 0) + " " + a.getClass().getComponentType());
        } boolean[] za = {true}; char[] ca = {'q'}; float[] fa = {1f};
            p(Array.getBoolean(za, 0) + " " + Array.getChar(ca, 0) + Array.getInt(ca, 0) + Array.getFloat(fa, 0) + Array.getShort(new byte[]{4}, 0));
        Array.setChar(new long[1], 0, 'x'); Array.setBoolean(za, 0, false); Array.setFloat(new double[1], 0, 1f);
        p(za[0]); int[][] grid = (int[][]) Array.newInstance(int.class, 2, 3); grid[1][2] = 9;
        p(Arrays.deepToString(grid)); Object[] cp = (Object[]) Array.newInstance(args.getClass().getComponentType(), 1);
        cp[0] = "str"; try { cp[0] = 1; } catch (ArrayStoreException e) { p(e.getMessage());
        }
    }
}
