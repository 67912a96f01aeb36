// Math and StrictMath functions on many inputs; exact ones via bits, transcendental through StrictMath.
public class MathFunctions {
    static void p(Object o) { System.out.println(o); }
    static final double[] D = {0.0, -0.0, 0.5, -0.5, 1, -1, 1.5, -1.5, 2.5, 0.1, 3.7, -3.2, 10, 100.25, 1e-10, 1e10, -1e15, 1e300, 4.9e-324,
        2.2250738585072014E-308, Double.MAX_VALUE, Math.PI, Math.E, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    public static void main(String[] args) {
        for (double x : D) {
            p(x + " sqrt " + Math.sqrt(x) + " abs " + Math.abs(x) + " ceil " + Math.ceil(x) + " floor " + Math.floor(x) + " rint " + Math.rint(x)
                + " round " + Math.round(x) + " " + Math.round((float) x) + " signum " + Math.signum(x) + " ulp " + Math.ulp(x) + " up "
                + Math.nextUp(x) + " down " + Math.nextDown(x) + " exp " + Math.getExponent(x) + " scalb " + Math.scalb(x, 3) + " "
                + Math.scalb(x, -1060) + " bits " + Long.toHexString(Double.doubleToRawLongBits(Math.sqrt(x))));
            p("  sin " + StrictMath.sin(x) + " cos " + StrictMath.cos(x) + " tan " + StrictMath.tan(x) + " asin " + StrictMath.asin(x) + " acos "
                + StrictMath.acos(x) + " atan " + StrictMath.atan(x) + " sinh " + StrictMath.sinh(x) + " cosh " + StrictMath.cosh(x) + " tanh "
                + StrictMath.tanh(x));
            p("  exp " + StrictMath.exp(x) + " expm1 " + StrictMath.expm1(x) + " log " + StrictMath.log(x) + " log10 " + StrictMath.log10(x)
                + " log1p " + StrictMath.log1p(x) + " cbrt " + StrictMath.cbrt(x) + " rad " + Math.toRadians(x) + " deg " + Math.toDegrees(x));
            StringBuilder s = new StringBuilder();
            for (double y : D) s.append(StrictMath.pow(x, y)).append(' ').append(StrictMath.atan2(x, y)).append(' ').append(StrictMath.hypot(x,
                y)).append(' ').append(Math.IEEEremainder(x, y)).append(' ').append(Math.max(x, y)).append(' ').append(Math.min(x,
                    y)).append(' ').append(Math.copySign(x, y)).append(' ').append(Math.nextAfter(x, y)).append(' ').append(Math.fma(x, y,
                        1.0)).append(';');
            p("  " + s);
        }
        p(Math.fma(0.1, 10, -1) + " " + (0.1 * 10 - 1) + " " + Math.fma(1e308, 10, Double.NEGATIVE_INFINITY) + " " + Math.fma(0.1f, 10f, -1f) + " "
            + Math.fma(1.0000001f, 1.0000001f, -1f));
        // loose checks of the intrinsics in Math against StrictMath: within one ulp-ish
        int bad = 0;
        for (int i = -2000; i < 2000; i++) {
            double x = i * 0.37;
            if (Math.abs(Math.sin(x) - StrictMath.sin(x)) > 1e-15) bad++;
            if (Math.abs(Math.cos(x) - StrictMath.cos(x)) > 1e-15) bad++;
            if (Math.abs(Math.exp(x / 50) / StrictMath.exp(x / 50) - 1) > 1e-15) bad++;
            if (x > 0 && Math.abs(Math.log(x) - StrictMath.log(x)) > 2e-15) bad++;
            if (x > 0 && Math.abs(Math.pow(x, 1.3) / StrictMath.pow(x, 1.3) - 1) > 1e-15) bad++;
            if (Math.abs(Math.atan(x) - StrictMath.atan(x)) > 1e-15) bad++;
        }
        p("bad " + bad);
        p(Math.sin(0) + " " + Math.cos(0) + " " + Math.exp(0) + " " + Math.log(1) + " " + Math.pow(2, 10) + " " + Math.pow(2, -1) + " "
            + Math.pow(0, 0) + " " + Math.log10(1000) + " " + Math.cbrt(27) + " " + Math.hypot(3, 4) + " " + Math.tan(0) + " " + Math.atan2(0, 1)
            + " " + Math.sin(Double.NaN) + Math.log(-1) + Math.log(0) + Math.exp(1000) + Math.pow(Double.NaN, 0));
        float[] fs = {0f, -0f, 1.5f, -2.5f, 1e10f, Float.MAX_VALUE, Float.MIN_VALUE, Float.NaN, Float.POSITIVE_INFINITY, 0.49999997f, 8388609f};
        for (float f : fs) p(f + " " + Math.abs(f) + " " + Math.round(f) + " " + Math.signum(f) + " " + Math.ulp(f) + " " + Math.nextUp(f) + " "
            + Math.nextDown(f) + " " + Math.getExponent(f) + " " + Math.scalb(f, 2) + " " + Math.max(f, 0f) + " " + Math.min(f, -0f) + " "
            + Math.copySign(f, -1f) + " " + Math.sqrt(f) + " " + Float.floatToRawIntBits(f) + " " + Float.toHexString(f) + " " + (double) f);
        p(Math.round(0.49999999999999994) + " " + Math.round(-0.5) + " " + Math.round(0.5) + " " + Math.round(4503599627370497.0) + " "
            + Math.round(Long.MAX_VALUE * 2.0) + " " + Math.rint(2.5) + Math.rint(3.5) + Math.rint(-0.2) + " " + Math.random() * 0);
    }
}
