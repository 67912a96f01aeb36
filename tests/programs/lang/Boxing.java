// Autoboxing, integer caches, wrapper equality, unboxing null, wrapper methods, mixed arithmetic.
import java.util.*;
public class Boxing {
    static Integer id(Integer i) { return i; } static int un(Integer i) { return i;
    } static Object ob(Object o) { return o; } static String cls(Object o) {
        return o.getClass().getSimpleName() + ":" + o; } static long lsum(Long... ls) {
        long s = 0; for (long l : ls) s += l; return s; }
    public static void main(String[] args) {
        Integer a = 127, b = 127, c = 128, d = 128, e = -128, f = -128, g = -129, h = -129;
        System.out.println((a == b) + " " + (c == d) + " " + c.equals(d) + " " + (e == f) + " " + (g == h));
        Long la = 127L, lb = 127L, lc = 128L, ld = 128L; System.out.println((la == lb) + " " + (lc == ld) + " " + la.equals(127) + " "
            + la.equals(127L) + " " + (lc == 128));
        Character ca = 'a', cb = 'a', cu = '\u0100', cv = '\u0100'; System.out.println((ca == cb) + " " + (cu == cv) + " " + cu.equals(cv));
        Byte ba = -5, bb = -5; Short sa = 100, sb = 100, sc = 1000, sd = 1000; System.out.println((ba == bb) + " " + (sa == sb) + " " + (sc == sd));
        Boolean t = true, u = Boolean.valueOf("TRUE"); System.out.println((t == u) + " " + (t & !u));
        Double da = 0.0, db = -0.0, dn = Double.NaN; System.out.println(da.equals(db) + " " + (da.doubleValue() == db) + " " + dn.equals(Double.NaN)
            + " " + da.compareTo(db));
        a++; a += 5; --a; a = a * 2 - b; System.out.println(a + " " + b); Integer post = a++;
        System.out.println(post + " " + a + " " + (-a) + " " + ~a + " " + (a << 2) + " " + (a > 100) + " " + (a / 2.0));
        Character cc = 'x'; cc++; System.out.println(cc + " " + (cc + 1) + " " + (char) (cc + 1));
        Double dd = 1.5; dd *= 3; dd++; System.out.println(dd); Byte by = 10; by++;
        System.out.println(by + " " + (by + by));
        System.out.println(cls(1) + cls('c') + cls(1L) + cls(1f) + cls(1.0) + cls((byte) 1) + cls((short) 1) + cls(true));
        Object o = true ? 1 : "x"; System.out.println(cls(o) + cls(true ? 1 : 2.0) + cls(true ? 'a' : 0) + cls(false ? 1 : 'b')
            + cls(true ? (Object) 1 : 2.0) + cls(true ? Integer.valueOf(3) : Double.valueOf(4)));
        try { Integer n = null; int x = n; } catch (NullPointerException x) { System.out.println("NPE unbox");
        } try { un(null); } catch (NullPointerException x) { System.out.println("NPE un");
        } try { Boolean n = null; if (n) System.out.println(); } catch (NullPointerException x) {
            System.out.println("NPE if"); } try { Integer n = null; int r = true ? n : 0;
        } catch (NullPointerException x) { System.out.println("NPE ?:"); }
        List<Integer> l = new ArrayList<>(List.of(10, 20, 30, 1)); l.remove(1);
        l.remove(Integer.valueOf(1)); System.out.println(l); Map<Character, Integer> cnt = new TreeMap<>();
        for (char ch : "mississippi".toCharArray()) cnt.put(ch, cnt.getOrDefault(ch, 0) + 1);
        System.out.println(cnt); Set<Short> ss = new HashSet<>(); for (short i = 0; i < 10; i++) {
            ss.add(i); ss.remove(i - 1); } System.out.println(ss.size()); Set<Long> sl = new HashSet<>();
        sl.add(1L); System.out.println(sl.contains(1) + " " + sl.contains(1L));
        System.out.println(lsum(1L, 2L, 3L));
        System.out.println(Integer.valueOf(5).hashCode() + " " + Long.valueOf(1L << 33 | 7).hashCode() + " " + Double.valueOf(1.5).hashCode() + " "
            + Float.valueOf(1.5f).hashCode() + " " + Boolean.TRUE.hashCode() + Boolean.FALSE.hashCode() + " " + Character.valueOf('A').hashCode()
            + " " + Byte.valueOf((byte) -1).hashCode() + " " + Short.valueOf((short) -2).hashCode() + " " + Double.valueOf(-0.0).hashCode());
        System.out.println(Integer.valueOf(300).byteValue() + " " + Double.valueOf(3.99).intValue() + " " + Long.valueOf(1L << 40 | 9).intValue()
            + " " + Float.valueOf(1e10f).longValue() + " " + Integer.valueOf(65).shortValue() + " " + Byte.valueOf((byte) -1).doubleValue());
        System.out.println(Integer.compare(3, 5) + " " + Integer.valueOf(9).compareTo(2) + " " + Boolean.compare(true, false) + " "
            + Character.compare('a', 'c') + " " + Byte.compare((byte) 1, (byte) -1) + " " + Short.compare((short) 5, (short) 1) + " "
            + Long.compare(-1, 1) + " " + Integer.compareUnsigned(-1, 1) + " " + Long.compareUnsigned(1, -1));
        System.out.println(Integer.decode("0x1F") + " " + Integer.decode("-010") + " " + Long.decode("#ff") + " " + Integer.valueOf("77") + " "
            + Integer.valueOf("-zz", 36) + " " + Short.parseShort("-32768") + " " + Byte.decode("0x7f") + " " + Boolean.parseBoolean("yes")
            + Boolean.parseBoolean("True") + " " + Double.valueOf("0x1.8p3") + " " + Float.parseFloat("  1e3  ") + " "
            + Double.parseDouble("-Infinity") + " " + Double.valueOf("NaN") + " " + Double.parseDouble("1d"));
        System.out.println(Integer.MIN_VALUE + " " + Long.MAX_VALUE + " " + Short.MIN_VALUE + " " + Byte.MAX_VALUE + " " + (int) Character.MAX_VALUE
            + " " + Float.MIN_VALUE + " " + Double.MAX_VALUE + " " + Integer.SIZE + Long.BYTES + Double.BYTES + " " + Float.MIN_NORMAL + " "
            + Double.MIN_EXPONENT + " " + Integer.TYPE + " " + Void.TYPE);
        int total = 0; for (Integer i = 0; i < 1000; i++) total += i; System.out.println(total);
        Integer[] boxed = {3, 1, 2}; Arrays.sort(boxed, Collections.reverseOrder());
        System.out.println(Arrays.toString(boxed)); Object[] mixed = {1, 1L, 1.0, 1f, '1', "1"};
        int eq = 0; for (Object p : mixed) for (Object q : mixed) if (p.equals(q)) eq++;
        System.out.println(eq); long wide = id(5); double w2 = un(7); float w3 = 'a';
        System.out.println(wide + w2 + w3); switch (id(3)) { case 3: System.out.println("three");
        } int[] idx = new int[5]; Integer k = 2; idx[k]++; idx[k]--; idx[k] += k;
        System.out.println(idx[2]); System.out.println(Boolean.logicalXor(true, false) + " " + Integer.sum(1, 2) + Integer.max(4, 3)
            + Double.min(1, -1) + Float.sum(1, 2) + Long.signum(-9L));
        Number n = 5; System.out.println(n.doubleValue() + " " + (n instanceof Integer) + " " + ob(5).equals(5) + " "
            + new TreeSet<>(List.of(3, 1, 2)));
    }
}
