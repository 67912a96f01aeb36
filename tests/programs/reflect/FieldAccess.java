// Field get and set of all types, statics, finals, volatile, widening, wrong types, private access, array fields.
import java.lang.reflect.*;
import java.util.*;
public class FieldAccess {
    static void p(Object o) { System.out.println(o); }
    static class F { boolean z = true; byte b = 1; short s = 2; char c = 'c';
        int i = 4; long l = 5; float f = 6.5f; double d = 7.5; String str = "s";
        int[] arr = {1}; private Object priv = "p"; final int fin = Integer.parseInt("10");
        final String fs = new String("fs"); volatile int vi = 1; volatile long vl = 2;
        volatile Object vo; static boolean sz; static int si = 3; static long sl = 4;
        static double sd; static String ss = "st"; static final Integer SF = Integer.valueOf(500);
        private static char pc = 'z'; transient int tr = 8; static volatile int sv = 5;
    }
    static class G extends F { int i = 40; }
    static String str(Object o) { return o instanceof int[] a ? Arrays.toString(a) : String.valueOf(o); }
    static void t(String n, Object o, Object v) { try { Field f = F.class.getDeclaredField(n);
            f.setAccessible(true); Object old = f.get(o); f.set(o, v); p(n + " " + str(old) + " -> " + str(f.get(o)));
        } catch (Exception e) { p(n + " " + e.getClass().getSimpleName() + (e instanceof NullPointerException ? "" : " " + e.getMessage()));
        } }
    public static void main(String[] args) throws Exception {
        F o = new F(); for (Object[] a : new Object[][]{{"z", false}, {"b", (byte) -1}, {"s", (short) -2}, {"s", (byte) 9}, {"c", 'x'}, {"i", -4},
            {"i", 'A'}, {"i", (short) 7}, {"i", 5L}, {"i", "str"}, {"i", null}, {"l", 3}, {"l", 1L << 50}, {"f", 3L}, {"f", 1.5}, {"d", 2f},
                {"d", 'a'}, {"str", "new"}, {"str", null}, {"str", 5}, {"arr", new int[]{2, 3}}, {"arr", new long[0]}, {"priv", List.of(1)},
                    {"fin", 77}, {"fs", "changed"}, {"vi", 11}, {"vl", 12L}, {"vo", "vol"}, {"sz", true}, {"si", 33}, {"sl", 44}, {"sd", 5},
                        {"ss", "SS"}, {"SF", 1}, {"pc", 'q'}, {"tr", 88}, {"sv", 6}, {"z", 1}, {"b", 300}}) t((String) a[0], o, a[1]);
        t("i", null, 1); t("i", "wrong", 1); t("si", "ignored", 9); t("si", null, 10);
        p(o.arr.length + " " + o.vi + o.vl + o.vo + F.si + F.pc + o.fs + o.str);
        Class<?> k = F.class; p(k.getDeclaredField("i").getInt(o) + " " + k.getDeclaredField("i").getLong(o) + k.getDeclaredField("i").getDouble(o)
            + k.getDeclaredField("c").getInt(o) + k.getDeclaredField("b").getShort(o) + k.getDeclaredField("z").getBoolean(o)
            + k.getDeclaredField("f").getDouble(o) + k.getDeclaredField("l").getFloat(o));
        for (String n : new String[]{"l", "d", "str", "z"}) try { k.getDeclaredField(n).getInt(o);
        } catch (IllegalArgumentException e) { p(e.getMessage()); } k.getDeclaredField("d").setInt(o, 5);
        k.getDeclaredField("l").setChar(o, 'b'); k.getDeclaredField("i").setByte(o, (byte) -5);
        k.getDeclaredField("f").setLong(o, 1L << 40); k.getDeclaredField("b").setByte(o, (byte) 7);
        k.getDeclaredField("z").setBoolean(o, true); k.getDeclaredField("s").setShort(o, (short) 5);
        p(o.d + " " + o.l + o.i + o.f + o.b + o.z + o.s); try { k.getDeclaredField("i").setLong(o, 1);
        } catch (IllegalArgumentException e) { p(e.getMessage()); } try { k.getDeclaredField("b").setInt(o, 1);
        } catch (IllegalArgumentException e) { p(e.getMessage()); } try { k.getDeclaredField("fin").setInt(o, 1);
        } catch (IllegalAccessException e) { p(e.getMessage()); } try { k.getDeclaredField("SF").set(null, 1);
        } catch (IllegalAccessException e) { p(e.getMessage()); } G g = new G();
        Field fi = k.getDeclaredField("i"), gi = G.class.getDeclaredField("i");
        fi.setInt(g, 100); p(g.i + " " + ((F) g).i + " " + gi.get(g) + fi.get(g));
        try { gi.get(o); } catch (IllegalArgumentException e) { p(e.getMessage());
        } for (int q = 0; q < 100; q++) { fi.setInt(o, fi.getInt(o) + q); } p(o.i);
        Field si = k.getDeclaredField("si"); for (int q = 0; q < 50; q++) si.set(null, (int) si.get(null) + 1);
        p(F.si); try { String.class.getDeclaredField("value").setAccessible(true);
        } catch (InaccessibleObjectException e) { p("inaccessible"); } try { String.class.getDeclaredField("value").get("x");
        } catch (IllegalAccessException e) { p(e.getMessage());
            } p(Integer.class.getField("MAX_VALUE").getInt(null) + " " + fi + " " + fi.getType() + fi.equals(k.getDeclaredField("i")) + fi.hashCode()
                + " " + Modifier.toString(k.getDeclaredField("SF").getModifiers()));
        record R(int x) { } Field rx = R.class.getDeclaredField("x"); rx.setAccessible(true);
        R r = new R(1); try { rx.setInt(r, 2); } catch (IllegalAccessException e) {
            p("record final " + r.x()); }
    }
}
