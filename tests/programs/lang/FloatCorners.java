// Float and double corner cases: NaN, signed zero, infinities, remainder, comparison, denormals.
public class FloatCorners {
    static final double[] D = {0.0, -0.0, 1.0, -1.0, 0.1, 1.5, -2.5, 1e300, -1e300, 4.9e-324, 2.2250738585072014E-308,
        Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN};
    static final float[] F = {0f, -0f, 1f, -1f, 0.1f, 3.5f, 1e38f, 1.4e-45f, 1.17549435E-38f, Float.MAX_VALUE,
        Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NaN};

    static String cmp(double a, double b) {
        return (a < b ? "<" : "") + (a > b ? ">" : "") + (a <= b ? "L" : "") + (a >= b ? "G" : "") + (a == b ? "=" : "") + (a != b ? "!" : "")
            + (!(a < b) ? "n" : "") + Double.compare(a, b);
    }
    static String cmp(float a, float b) {
        return (a < b ? "<" : "") + (a > b ? ">" : "") + (a <= b ? "L" : "") + (a >= b ? "G" : "") + (a == b ? "=" : "") + (a != b ? "!" : "")
            + (!(a > b) ? "n" : "") + Float.compare(a, b);
    }
    public static void main(String[] args) {
        for (double a : D) {
            StringBuilder sb = new StringBuilder();
            for (double b : D)
                sb.append(a + b).append(' ').append(a - b).append(' ').append(a * b).append(' ').append(a / b).append(' ').append(a % b).append(' ').append(cmp(a, b)).append("; ");
            System.out.println(a + " | " + sb + -a);
        }
        for (float a : F) {
            StringBuilder sb = new StringBuilder();
            for (float b : F)
                sb.append(a + b).append(' ').append(a - b).append(' ').append(a * b).append(' ').append(a / b).append(' ').append(a % b).append(' ').append(cmp(a, b)).append("; ");
            System.out.println(a + " | " + sb + -a);
        }
        double z = 0.0;
        System.out.println(1 / z + " " + 1 / -z + " " + z / z + " " + (z == -z) + " " + Double.valueOf(z).equals(-z));
        System.out.println(Double.doubleToLongBits(-0.0) + " " + Double.doubleToLongBits(Double.NaN) + " " + Float.floatToIntBits(-0f) + " "
            + Float.floatToIntBits(0f / 0f));
        System.out.println(5.5 % 2 + " " + -5.5 % 2 + " " + 5.5 % -2 + " " + 1e20 % 3 + " " + 10.3f % 3.1f + " " + 5 % 0.0);
        System.out.println(0.1 + 0.2);
        System.out.println(0.1f + 0.2f);
        System.out.println((float) 0.1 == 0.1);
        System.out.println(100 * 1.1 + " " + 3 * 0.1 + " " + 2.0 / 3 + " " + 2f / 3);
        double s = 0; for (int i = 1; i < 1000; i++) s += 1.0 / i; System.out.println(s);
        float fs = 0; for (int i = 1; i < 1000; i++) fs += 1.0f / i; System.out.println(fs);
        double d = 1; int n = 0; while (d > 0) { d /= 2; n++; } System.out.println(n);
        float f = 1; n = 0; while (f > 0) { f /= 2; n++; } System.out.println(n);
        System.out.println(1.0e7 + " " + 1.0e-3 + " " + 9999999.0 + " " + 0.00099 + " " + 1e7f + " " + 123456789f + " " + 1e21 + " " + 1.0E10f);
        double x = 3; x++; x += 0.5; x--; x *= 2; x %= 4; System.out.println(x);
        float y = 16777216f; y++; System.out.println(y);
        System.out.println(Double.isNaN(Math.min(Double.NaN, 1)) + " " + Math.min(0.0, -0.0) + " " + Math.max(-0.0f, 0.0f));
    }
}
