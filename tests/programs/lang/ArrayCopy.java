// System.arraycopy in all cases: overlap, types, bounds, nulls, partial ArrayStoreException; array clone.
import java.util.*;
public class ArrayCopy {
    static void t(String n, Object s, int sp, Object d, int dp, int len) { try {
            System.arraycopy(s, sp, d, dp, len); System.out.println(n + " " + str(d));
        } catch (NullPointerException e) { System.out.println(n + " NPE"); } catch (RuntimeException e) {
            System.out.println(n + " " + e.getClass().getSimpleName() + " " + e.getMessage() + " " + str(d));
        } }
    static String str(Object d) { String s = Arrays.deepToString(new Object[]{d}); return d == null || d.getClass().isArray() ? s : "notarray"; }
    static class Pt implements Cloneable { int x; int[] a = {1, 2}; String s = "s";
        Pt peer; @Override public Pt clone() throws CloneNotSupportedException {
            return (Pt) super.clone(); } } static class Sub extends Pt { double d = 2.5;
        long l = 9; } static class NoClone { Object c() throws CloneNotSupportedException {
            return clone(); } }
    static class Deep implements Cloneable { List<String> l = new ArrayList<>(List.of("a"));
        int[][] g = {{1}, {2}}; @Override public Deep clone() { try { Deep d = (Deep) super.clone();
                d.l = new ArrayList<>(l); d.g = g.clone(); return d; } catch (CloneNotSupportedException e) {
                throw new AssertionError(e); } } }
    public static void main(String[] args) throws Exception {
        int[] a = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}; t("fwd", a, 0, a, 3, 5); a = new int[]{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        t("back", a, 3, a, 0, 5); t("self", a, 0, a, 0, 10); t("zero", a, 10, a, 10, 0);
        t("zero2", a, 0, new int[0], 0, 0);
        t("byte", new byte[]{1, 2, 3}, 1, new byte[4], 2, 2); t("bool", new boolean[]{true, true}, 0, new boolean[3], 1, 2);
        t("short", new short[]{7, -8}, 0, new short[2], 0, 2); t("char", "hello".toCharArray(), 1, "WORLD".toCharArray(), 0, 3);
        t("long", new long[]{1L << 40, 2}, 0, new long[3], 1, 2); t("float", new float[]{1.5f}, 0, new float[2], 1, 1);
        t("double", new double[]{-0.0, 2}, 0, new double[2], 0, 2); t("str", new String[]{"a", null, "c"}, 0, new String[4], 1, 3);
        t("up", new Integer[]{1, 2}, 0, new Object[3], 0, 2); t("down", new Object[]{"x", "y"}, 0, new String[2], 0, 2);
        t("ase", new Object[]{"x", "y", 3, "z"}, 0, new String[4], 0, 4); t("asen", new Object[]{null, 5}, 0, new String[2], 0, 2);
        t("grid", new int[][]{{1}, {2}}, 0, new Object[2], 0, 2); t("grid2", new Object[]{new int[]{1}, new long[]{2}}, 0, new int[2][], 0, 2);
        t("iface", new Object[]{1, "s"}, 0, new Comparable[2], 0, 2);
        t("neg1", a, -1, a, 0, 1); t("neg2", a, 0, a, -1, 1); t("neg3", a, 0, a, 0, -1);
        t("over1", a, 5, a, 0, 6); t("over2", a, 0, a, 8, 3); t("ovf", a, Integer.MAX_VALUE, a, 0, 1);
        t("ovf2", a, 1, a, 1, Integer.MAX_VALUE); t("objover", new String[2], 1, new String[2], 0, 2);
        t("objneg", new Object[2], 0, new String[2], 0, -3); t("type", a, 0, new long[10], 0, 1);
        t("type2", a, 0, new Object[10], 0, 1); t("type3", new Object[1], 0, new int[1], 0, 1);
        t("type4", new byte[1], 0, new boolean[1], 0, 1); t("notarr", "s", 0, a, 0, 1);
        t("notarr2", a, 0, "d", 0, 1); t("null1", null, 0, a, 0, 1); t("null2", a, 0, null, 0, 0);
        t("typezero", a, 0, new long[1], 0, 0);
        int[] big = new int[5000]; for (int i = 0; i < big.length; i++) big[i] = i * 7;
        System.arraycopy(big, 0, big, 1, 4999); System.out.println(Arrays.hashCode(big));
        System.arraycopy(big, 100, big, 50, 4000); System.out.println(Arrays.hashCode(big));
        Object[] ob = new Object[100]; for (int i = 0; i < 100; i++) ob[i] = "o" + i;
        System.arraycopy(ob, 0, ob, 10, 90); System.arraycopy(ob, 20, ob, 0, 80);
        System.out.println(Arrays.hashCode(ob));
        int[] c = a.clone(); c[0] = 99; System.out.println(a[0] != c[0]); int[][] g = {{1, 2}, {3}};
        int[][] gc = g.clone(); gc[0][0] = 50; gc[1] = new int[]{8, 8}; System.out.println(Arrays.deepToString(g) + Arrays.deepToString(gc));
        String[] sc = new String[]{"q", null}.clone(); System.out.println(Arrays.toString(sc) + sc.getClass().getSimpleName());
        System.out.println(new boolean[]{true}.clone()[0] + " " + new double[]{1.5}.clone()[0] + " " + new long[]{7}.clone()[0] + " "
            + new char[]{'c'}.clone()[0] + new byte[]{1}.clone()[0] + new short[]{2}.clone()[0] + new float[]{3}.clone()[0] + " "
            + new Object[0].clone().length);
        Sub s = new Sub(); s.x = 5; s.peer = s; Sub k = (Sub) s.clone(); k.x = 6;
        k.a[0] = 77; System.out.println(s.x + " " + k.x + " " + s.a[0] + " " + (k.a == s.a) + " " + k.d + k.l + k.s + (k.peer == s)
            + (k.getClass() == Sub.class) + k.equals(s));
        try { new NoClone().c(); } catch (CloneNotSupportedException e) { System.out.println(e);
        } Deep d = new Deep(), e = d.clone(); e.l.add("b"); e.g[0] = null;
            System.out.println(d.l + " " + e.l + Arrays.deepToString(d.g) + Arrays.deepToString(e.g));
        ArrayList<Integer> al = new ArrayList<>(List.of(1, 2)); ArrayList<?> alc = (ArrayList<?>) al.clone();
        al.add(3); System.out.println(al + "" + alc); HashMap<String, Integer> hm = new HashMap<>(Map.of("k", 1));
        System.out.println(hm.clone().equals(hm)); System.out.println(Arrays.toString(Arrays.copyOfRange(a, 2, 14))
            + Arrays.toString(Arrays.copyOf(new String[]{"z"}, 3)) + Arrays.copyOf(new Integer[]{1}, 1, Number[].class).getClass().getSimpleName());
    }
}
