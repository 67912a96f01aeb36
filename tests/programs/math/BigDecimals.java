// BigDecimal: scale, rounding modes, division, MathContext, toString forms, comparisons, errors.
import java.math.*;
import java.util.*;
public class BigDecimals {
    static void p(Object o) { System.out.println(o); }
    static void ex(Runnable r) { try { r.run(); p("ok"); } catch (RuntimeException e) { p(e.getClass().getSimpleName() + " " + e.getMessage()); } }
    static BigDecimal b(String s) { return new BigDecimal(s); }
    public static void main(String[] args) {
        BigDecimal[] v = {b("0"), b("0.00"), b("1"), b("-1.5"), b("2.50"), b("1E+10"), b("1.23E-10"), b("123456789.987654321"), b("-0.001"),
            b("99999999999999999999.99"), b("1e400")};
        for (BigDecimal x : v) { StringBuilder s = new StringBuilder(); for (BigDecimal y : v) {
                s.append(x.add(y).toString().length() > 60 ? "long" : x.add(y)).append(' ').append(x.multiply(y)).append(' ').append(x.compareTo(y)).append(x.equals(y)).append(' ');
                if (y.signum() != 0) s.append(x.divide(y, MathContext.DECIMAL64)).append(' ').append(x.divide(y, 5,
                    RoundingMode.HALF_UP).toString().length()).append(' ');
            } p(x + ": " + s); p(x.scale() + " " + x.precision() + " " + x.unscaledValue() + " " + x.signum() + " " + x.negate() + " "
                + x.stripTrailingZeros() + " " + x.toEngineeringString() + " " + x.movePointLeft(3) + " " + x.movePointRight(3) + " "
                + x.scaleByPowerOfTen(4) + " " + x.round(new MathContext(3)) + " " + x.setScale(1, RoundingMode.HALF_EVEN).toString().length() + " "
                + x.doubleValue() + " " + x.intValue() + " " + x.longValue() + " " + x.hashCode() + " " + x.ulp() + " " + x.pow(2) + " "
                + (x.scale() > -50 ? x.toPlainString() : ""));
        }
        for (RoundingMode m : RoundingMode.values()) { StringBuilder s = new StringBuilder(m + ": ");
            for (String q : "5.5 2.5 1.6 1.1 1.0 -1.0 -1.1 -1.6 -2.5 -5.5".split(" ")) try {
                s.append(b(q).setScale(0, m)).append(' '); } catch (ArithmeticException e) {
                s.append(e.getMessage()).append(' '); } p(s); }
        ex(() -> b("1").divide(b("3"))); ex(() -> b("1").divide(b("0"))); ex(() -> b("0").divide(b("0")));
        ex(() -> b("1.5").intValueExact()); ex(() -> b("1.25").setScale(1)); ex(() -> b("abc"));
        ex(() -> b("")); ex(() -> b("1e99999999999")); ex(() -> b("-1").sqrt(MathContext.DECIMAL32));
        ex(() -> new BigDecimal(Double.NaN)); ex(() -> b("1e20").longValueExact());
        ex(() -> b("2").pow(-1)); ex(() -> new MathContext(-1)); ex(() -> b("1").divideToIntegralValue(b("0")));
        p(new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " " + new BigDecimal(1e300).precision() + " "
            + new BigDecimal("1.10").equals(new BigDecimal("1.1")) + " " + b("1.10").compareTo(b("1.1")) + " " + b("1.10").hashCode()
            + b("1.1").hashCode() + " " + b("2").sqrt(new MathContext(50)) + " " + b("10").divide(b("4")) + " " + b("1").divide(b("8")) + " "
            + b("100").divide(b("7"), MathContext.DECIMAL128) + " " + b("10").remainder(b("3.3")) + " "
            + Arrays.toString(b("-7.5").divideAndRemainder(b("2"))) + b("7").divideToIntegralValue(b("0.3")) + " " + b("1.5").max(b("1.50"))
            + b("3").min(b("2")) + b("-5").abs() + b("5").plus(new MathContext(1)) + " " + b("2").pow(100) + " "
            + b("1.1").pow(10, new MathContext(5)) + " " + BigDecimal.valueOf(12345, 3) + BigDecimal.valueOf(5, -3) + " "
            + BigDecimal.TEN.setScale(2) + " " + new BigDecimal(new char[]{'1', '.', '5'}) + new BigDecimal(BigInteger.TEN, 4) + " "
            + new BigDecimal("123.456", new MathContext(4)) + " " + b("1E+3").toBigInteger() + b("1234.5").toBigInteger());
        BigDecimal pi = BigDecimal.ZERO; MathContext mc = new MathContext(60); for (int k = 0; k < 45; k++) {
            BigDecimal k8 = BigDecimal.valueOf(8L * k); pi = pi.add(BigDecimal.ONE.divide(BigDecimal.valueOf(16).pow(k),
                mc).multiply(b("4").divide(k8.add(b("1")), mc).subtract(b("2").divide(k8.add(b("4")), mc)).subtract(b("1").divide(k8.add(b("5")),
                    mc)).subtract(b("1").divide(k8.add(b("6")), mc))));
        } p(pi.setScale(50, RoundingMode.DOWN)); BigDecimal e = BigDecimal.ONE, t = BigDecimal.ONE;
        for (int i = 1; i < 60; i++) { t = t.divide(BigDecimal.valueOf(i), mc);
            e = e.add(t); } p(e.round(new MathContext(45))); p(MathContext.DECIMAL32 + " " + new MathContext("precision=7 roundingMode=FLOOR")
                + MathContext.UNLIMITED.getPrecision());
        BigDecimal bal = b("1000.00"); for (int i = 0; i < 12; i++) bal = bal.multiply(b("1.0425")).setScale(2, RoundingMode.HALF_EVEN);
        p(bal); p(b("0E+3") + " " + b("0E-8") + " " + b("100").stripTrailingZeros() + " " + b("100").stripTrailingZeros().toPlainString()
            + b("0.0000001") + b("0.000001") + b("-1E-7").toPlainString() + b("12E+5").toEngineeringString());
    }
}
