// All primitive conversions: widening, narrowing, saturation from floating point, casts in expressions.
public class Conversions {
    static strictfp double strict(double a, double b) { return a * b / 3.0 + a % b; }
    static long l(double d) { return (long) d; }
    static int i(double d) { return (int) d; }
    static int i(float d) { return (int) d; }
    static long l(float d) { return (long) d; }
    public static void main(String[] args) {
        double[] ds = {0, -0.0, 0.9, -0.9, 1.5, -1.5, 127.9, 128, 255.5, 32768.2, 65536, 2147483647.0, 2147483648.0, -2147483648.0, -2147483649.0,
            4294967296.5, 9.223372036854775E18, 9.3e18, -9.3e18, 1e300, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 4.9e-324};
        for (double d : ds)
            System.out.println(d + " b" + (byte) d + " s" + (short) d + " c" + (int) (char) d + " i" + i(d) + " l" + l(d) + " f" + (float) d
                + " fi" + i((float) d) + " fl" + l((float) d) + " cb" + (int) (char) (byte) d);
        long[] ls = {0, -1, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2147483647L, 2147483648L, -2147483649L, 16777217L, 9007199254740993L,
            Long.MAX_VALUE, Long.MIN_VALUE, 0x123456789ABCDEFL};
        for (long v : ls)
            System.out.println(v + " b" + (byte) v + " s" + (short) v + " c" + (int) (char) v + " i" + (int) v + " f" + (float) v + " d" + (double) v
                + " if" + (float) (int) v + " id" + (double) (int) v + " bi" + (v & 0xff) + " sx" + (long) (int) v);
        byte b = (byte) 200; short s = (short) 40000; char c = (char) -1;
        System.out.println(b + " " + s + " " + (int) c + " " + (b & 0xff) + " " + (short) c + " " + (byte) c + " " + (char) 97 + " " + (int) 'z');
        int ii = 'a' + 1; char cc = 'a' + 1; char c2 = (char) (cc + 1); c2++;
        System.out.println(ii + " " + cc + " " + c2 + " " + (cc + c2) + " " + (char) (cc + c2 - 'a') + cc + 1);
        System.out.println('a' + 'b' + "c" + 'd' + 1 + 2L + 3f + 4d + true + null);
        System.out.println((cc > 98 ? cc : 0) + " " + (true ? 'x' : 0) + " " + (false ? 1 : 'y') + " " + (true ? 1 : 2.0) + " "
            + (true ? (Integer) 5 : (Double) 2.0));
        int idx = 0; Object o = idx == 0 ? 1 : "str"; System.out.println(o + " " + o.getClass().getName());
        Object o2 = idx == 0 ? 'c' : ii; System.out.println(o2 + " " + o2.getClass().getName());
        System.out.println((int) 3.99f + " " + (int) -3.99f + " " + (char) 65.7 + " " + (byte) 300.7f + " " + (short) -40000.9);
        System.out.println(strict(1e308, 3) + " " + strict(7.25, 2.5) + " " + (0.1f + 0.2) + " " + (1 / 2) + " " + (1 / 2.0) + " " + (1 / 2f) + " "
            + 7 / 2 * 2.0);
        System.out.println((5 & 6L) + " " + (5 + 6f) + " " + ('a' * 2L) + " " + (byte) (b + s) + " " + (long) 1e19f);
        System.out.println(0x7fff_ffff + 0b1010 + 017 + " " + 0xFFFF_FFFFL + " " + 0x1.8p1 + " " + 1e-5f + " " + '\u0041' + '\101' + " " + 1_000_000);
        System.out.println(Integer.MAX_VALUE + 1L + " " + (Integer.MAX_VALUE + 1) + " " + (float) Integer.MAX_VALUE + " "
            + (int) (float) Integer.MAX_VALUE + " " + (long) (float) Long.MAX_VALUE);
        int sh = 1; sh <<= 33L; System.out.println(sh); long big = 1; big <<= 65; System.out.println(big);
        boolean t = true, f = false; t &= f | true; f ^= t; System.out.println(t + " " + f + " " + (t ^ f) + " " + (t & !f) + " " + (t | f));
    }
}
