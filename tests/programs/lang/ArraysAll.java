// All array kinds: element load/store, defaults, initialisers, multi-dimensional arrays, jagged arrays.
public class ArraysAll {
    static int calls;
    static int side(int v) { calls++; System.out.print("[" + v + "]"); return v; }
    static int sum(int[][] m) { int s = 0; for (int[] r : m) for (int v : r) s += v; return s; }
    public static void main(String[] args) {
        boolean[] z = new boolean[3]; byte[] b = new byte[3]; short[] s = new short[3]; char[] c = new char[3];
        int[] i = new int[3]; long[] l = new long[3]; float[] f = new float[3]; double[] d = new double[3]; String[] o = new String[3];
        System.out.println(z[0] + " " + b[0] + " " + s[0] + " " + (int) c[0] + " " + i[0] + " " + l[0] + " " + f[0] + " " + d[0] + " " + o[0]);
        z[1] = true; b[1] = (byte) 0xF0; s[1] = (short) 0xF000; c[1] = '\uF000'; i[1] = -5; l[1] = 1L << 40; f[1] = 1.5f; d[1] = -2.5; o[1] = "x";
        System.out.println(z[1] + " " + b[1] + " " + s[1] + " " + (int) c[1] + " " + i[1] + " " + l[1] + " " + f[1] + " " + d[1] + " " + o[1]);
        b[1] += 20; s[1] -= 1; c[1]++; i[1] *= i[1]; l[1] >>>= 3; f[1] /= 0; d[1] %= 1; o[1] += 7; z[1] ^= true;
        System.out.println(z[1] + " " + b[1] + " " + s[1] + " " + (int) c[1] + " " + i[1] + " " + l[1] + " " + f[1] + " " + d[1] + " " + o[1]);
        int[] p = {5, 6, 7}; int k = 0; p[k++] = p[k] + k++; System.out.println(p[0] + " " + p[1] + " " + p[2] + " k" + k);
        k = 0; p[k] = k = 2; System.out.println(p[0] + " " + p[2] + " " + k);
        int[][] m = new int[3][4]; m[1][2] = 9; m[2][3]++; System.out.println(sum(m) + " " + m.length + " " + m[0].length);
        int[][][] cube = new int[2][3][4]; cube[1][2][3] = 42;
            System.out.println(cube[1][2][3] + cube[0][0][0] + " " + cube[1].length + cube[1][2].length);
        int[][][] part = new int[2][3][]; System.out.println(part[1][2] + " " + part[0].length);
        long[][] jag = {{1}, {2, 3}, {}, {4, 5, 6}}; long js = 0; for (long[] r : jag) for (long v : r) js += v * r.length; System.out.println(js);
        String[][] names = new String[2][2]; names[0][1] = "a"; System.out.println(names[0][1] + names[1][1]);
        int[][] zero = new int[0][5]; System.out.println(zero.length);
        int[][] zz = new int[5][0]; System.out.println(zz.length + " " + zz[4].length);
        double[][] tri = new double[5][]; for (int q = 0; q < 5; q++) { tri[q] = new double[q + 1];
            for (int w = 0; w <= q; w++) tri[q][w] = q == 0 || w == 0 || w == q ? 1 : tri[q - 1][w - 1] + tri[q - 1][w];
        }
        for (double[] r : tri) { for (double v : r) System.out.print(v + " "); System.out.println(); }
        Object oa = new int[]{1, 2}; System.out.println(oa instanceof int[] ? ((int[]) oa)[1] : -1);
        Object[] objs = {1, 'c', "s", 2.0, null, new int[0].length, new Object[]{1}.length};
        for (Object x : objs) System.out.print(x + ","); System.out.println();
        Object[] arrs = {z, b, s, c, i, l, f, d, o, m, cube};
            for (Object x : arrs) System.out.print(x.getClass().getName() + " " + x.getClass().getSimpleName() + " ");
        System.out.println();
        int[][][] order = new int[side(1)][side(2)][side(3)]; System.out.println(" " + order.length + calls);
        int[] alias = p; alias[1] = 77; System.out.println(p[1] + " " + (alias == p) + " " + alias.equals(p.clone()));
        char[] word = {'h', 'i'}; System.out.println(word); System.out.println(String.valueOf(word) + word.length);
        int[] big = new int[100000]; for (int q = 0; q < big.length; q++) big[q] = q * q; long t = 0; for (int v : big) t += v; System.out.println(t);
        byte[] bb = {-128, 127}; bb[0]--; bb[1]++; System.out.println(bb[0] + " " + bb[1]);
        int[] a5[] = {{1, 2}, {3}}; System.out.println(a5[1][0] + a5[0][1]);
        int[][] shared = new int[2][]; shared[0] = shared[1] = new int[]{8}; shared[0][0]++; System.out.println(shared[1][0]);
        float[] ff = {1, 'a', 2L}; System.out.println(ff[1] + ff[2]);
        Object[][] cov = new String[2][2]; System.out.println(cov.getClass().getName() + " " + (cov instanceof String[][])
            + ((Object) cov instanceof Object[]) + ((Object) m instanceof Object[]));
    }
}
