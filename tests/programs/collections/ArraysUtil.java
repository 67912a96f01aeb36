// java.util.Arrays: sort of every type, binarySearch, equals, compare, mismatch, fill, deep variants, setAll, streams.
import java.util.*;
public class ArraysUtil {
    static void p(Object o) { System.out.println(o); }
    static int seed = 99; static int rnd() { seed = seed * 1664525 + 1013904223; return seed >>> 8; }
    static class Rec implements Comparable<Rec> { final int k, i; Rec(int k, int i) {
            this.k = k; this.i = i; } public int compareTo(Rec o) { return k - o.k;
        } }
    public static void main(String[] args) {
        for (int n : new int[]{0, 1, 10, 60, 300, 5000}) {
            int[] a = new int[n]; long[] l = new long[n]; double[] d = new double[n];
            float[] f = new float[n]; byte[] b = new byte[n]; short[] s = new short[n];
            char[] c = new char[n]; String[] st = new String[n]; Integer[] bx = new Integer[n];
            Rec[] rc = new Rec[n];
            for (int i = 0; i < n; i++) { int r = rnd(); a[i] = r - 8000000; l[i] = (long) r * r;
                d[i] = i % 17 == 0 ? Double.NaN : i % 13 == 0 ? -0.0 : i % 11 == 0 ? 0.0 : r / 3.0;
                f[i] = r % 1000 / 7f; b[i] = (byte) r; s[i] = (short) r; c[i] = (char) r;
                st[i] = Integer.toString(r, 36); bx[i] = r % 100; rc[i] = new Rec(r % 20, i);
            }
            int[] a2 = a.clone(); Arrays.sort(a); Arrays.parallelSort(a2); Arrays.sort(l);
            Arrays.sort(d); Arrays.sort(f); Arrays.sort(b); Arrays.sort(s); Arrays.sort(c);
            Arrays.sort(st); Arrays.sort(bx, Comparator.reverseOrder()); Arrays.sort(rc);
            boolean stable = true; for (int i = 1; i < n; i++) stable &= rc[i - 1].k < rc[i].k || rc[i - 1].k == rc[i].k && rc[i - 1].i < rc[i].i;
            p(n + " " + Arrays.hashCode(a) + " " + Arrays.equals(a, a2) + " " + Arrays.hashCode(l) + " " + Arrays.hashCode(d) + " "
                + Arrays.hashCode(f) + " " + Arrays.hashCode(b) + " " + Arrays.hashCode(s) + " " + Arrays.hashCode(c) + " " + Arrays.hashCode(st)
                + " " + Arrays.hashCode(bx) + " " + stable);
            if (n == 60) p(Arrays.toString(d) + Arrays.toString(Arrays.copyOf(f, 10)));
        }
        int[] asc = new int[1000], desc = new int[1000], saw = new int[1000]; for (int i = 0; i < 1000; i++) {
            asc[i] = i; desc[i] = -i; saw[i] = i % 7; } Arrays.sort(asc); Arrays.sort(desc);
        Arrays.sort(saw); p(asc[500] + " " + desc[0] + " " + saw[999] + " " + Arrays.binarySearch(asc, 77) + Arrays.binarySearch(asc, -5)
            + Arrays.binarySearch(asc, 10, 20, 25) + Arrays.binarySearch(new String[]{"a", "c"}, "b")
            + Arrays.binarySearch(new double[]{1, 2}, Double.NaN));
        int[] part = {9, 8, 7, 6, 5}; Arrays.sort(part, 1, 4); p(Arrays.toString(part));
        p(Arrays.toString((int[]) null) + Arrays.toString(new boolean[]{true}) + Arrays.toString(new char[]{'a', 'b'})
            + Arrays.toString(new float[]{1.5f}) + Arrays.toString(new Object[]{null, 1, "x"})
            + Arrays.deepToString(new Object[]{1, new int[]{2, 3}, new String[][]{{"a"}, null}}) + Arrays.deepToString(new double[][]{{1}, {}}));
        Object[] self = new Object[2]; self[0] = self; self[1] = 5; p(Arrays.deepToString(self));
        p(Arrays.equals(new int[]{1}, new int[]{1}) + " " + Arrays.equals(new int[]{1, 2, 3}, 1, 3, new int[]{2, 3}, 0, 2)
            + Arrays.equals(new double[]{0.0}, new double[]{-0.0}) + Arrays.equals(new double[]{Double.NaN}, new double[]{Double.NaN})
            + Arrays.deepEquals(new int[][]{{1}}, new int[][]{{1}}) + Arrays.equals(new int[][]{{1}}, new int[][]{{1}})
            + Arrays.equals((int[]) null, null));
        p(Arrays.compare(new int[]{1, 2}, new int[]{1, 3}) + " " + Arrays.compare(new int[]{1}, new int[]{1, 2})
            + Arrays.compareUnsigned(new byte[]{-1}, new byte[]{1}) + " " + Arrays.mismatch(new int[]{1, 2, 3}, new int[]{1, 2, 4})
            + Arrays.mismatch(new String[]{"a"}, new String[]{"a"}) + Arrays.compare(new String[]{"a", null}, new String[]{"a", "b"}));
        int[] fl = new int[6]; Arrays.fill(fl, 7); Arrays.fill(fl, 1, 3, 0); p(Arrays.toString(fl));
        Arrays.setAll(fl, i -> i * i); p(Arrays.toString(fl) + Arrays.stream(fl).sum() + Arrays.stream(fl, 2, 4).boxed().toList());
        Arrays.parallelPrefix(fl, (x, y) -> x + y); p(Arrays.toString(fl));
            p(Arrays.toString(Arrays.copyOf(new int[]{1, 2}, 4)) + Arrays.toString(Arrays.copyOfRange(new char[]{'a', 'b', 'c'}, 1, 3))
                + Arrays.toString(Arrays.copyOfRange(new String[]{"q"}, 0, 2)) + Arrays.asList(1, 2).getClass().getName()
                + Arrays.deepHashCode(new int[][]{{1}, {2}}) + " " + Arrays.hashCode((Object[]) null) + Arrays.hashCode(new boolean[]{true, false}));
        for (Runnable r : new Runnable[]{() -> Arrays.sort(new int[3], 2, 1), () -> Arrays.sort(new int[3], 0, 4),
            () -> Arrays.copyOfRange(new int[1], 2, 3), () -> Arrays.copyOfRange(new int[1], 1, 0), () -> Arrays.fill(new int[2], -1, 1, 0),
                () -> Arrays.binarySearch(new int[2], 0, 5, 1), () -> Arrays.setAll(new Object[1], null)}) try {
            r.run(); p("ok"); } catch (RuntimeException e) { p(e.getClass().getSimpleName()
                + (e instanceof NullPointerException ? "" : e.getMessage()));
        } Integer[] ps = new Integer[9000]; Arrays.setAll(ps, i -> i * 37 % 9001);
        Arrays.parallelSort(ps); p(Arrays.hashCode(ps)); Spliterator<String> sp = Arrays.spliterator(new String[]{"a", "b", "c"});
        sp.tryAdvance(ArraysUtil::p); p(sp.estimateSize());
    }
}
