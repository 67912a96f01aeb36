// BigInteger: arithmetic, shifts, bits, modular operations, primality, radix conversion, errors.
import java.math.*;
import java.util.*;
public class BigInts {
    static void p(Object o) { System.out.println(o); }
    static void ex(Runnable r) { try { r.run(); p("ok"); } catch (RuntimeException e) { p(e.getClass().getSimpleName() + " " + e.getMessage()); } }
    static BigInteger b(String s) { return new BigInteger(s); }
    public static void main(String[] args) {
        BigInteger[] v = {BigInteger.ZERO, BigInteger.ONE, b("-1"), b("7"), b("-13"), b("4294967296"), b("-9223372036854775808"),
            b("18446744073709551616"), b("123456789012345678901234567890"), b("-98765432109876543210987654321098765432109876543210"),
                BigInteger.TWO.pow(200).subtract(BigInteger.ONE)};
        for (BigInteger x : v) { StringBuilder s = new StringBuilder(); for (BigInteger y : v) {
                s.append(x.add(y)).append(' ').append(x.subtract(y)).append(' ').append(x.multiply(y)).append(' ');
                if (y.signum() != 0) s.append(x.divide(y)).append(' ').append(x.remainder(y)).append(' ').append(y.signum() > 0 ? x.mod(y) : "").append(' ');
                s.append(x.and(y)).append(' ').append(x.or(y)).append(' ').append(x.xor(y)).append(' ').append(x.andNot(y)).append(' ').append(x.gcd(y)).append(' ').append(x.compareTo(y)).append(x.min(y)).append(';');
            } p(x + ": " + s); p(x.negate() + " " + x.abs() + " " + x.not() + " " + x.signum() + x.bitLength() + " " + x.bitCount() + " "
                + x.getLowestSetBit() + " " + x.shiftLeft(70) + " " + x.shiftRight(3) + " " + x.shiftRight(100) + " " + x.shiftLeft(-5) + " "
                + x.testBit(5) + x.setBit(65) + " " + x.clearBit(0) + " " + x.flipBit(10) + " " + x.intValue() + " " + x.longValue() + " "
                + x.doubleValue() + " " + x.floatValue() + " " + x.hashCode() + " " + x.toString(16) + " " + x.toString(36) + " "
                + Arrays.toString(x.toByteArray()) + " " + x.pow(5));
        }
        BigInteger m = b("1000000007"); p(b("3").modPow(b("1000000"), m) + " " + b("3").modInverse(m) + " " + b("2").modPow(b("-1"), m) + " "
            + b("123").modPow(b("456"), b("1024")) + " " + b("7").modPow(BigInteger.ZERO, BigInteger.ONE));
        p(b("104729").isProbablePrime(20) + " " + b("104730").isProbablePrime(20) + " "
            + BigInteger.TWO.pow(127).subtract(BigInteger.ONE).isProbablePrime(30) + " " + b("1000000").nextProbablePrime() + " "
            + b("170141183460469231731687303715884105728").sqrt() + " " + Arrays.toString(b("101").sqrtAndRemainder())
            + Arrays.toString(b("-17").divideAndRemainder(b("5"))));
        BigInteger f = BigInteger.ONE; for (int i = 2; i <= 200; i++) f = f.multiply(BigInteger.valueOf(i));
        p(f); p(f.toString(7).length() + " " + f.bitLength() + " " + f.mod(b("1000003")) + " " + f.hashCode());
        BigInteger x = BigInteger.valueOf(3).pow(5000), y = BigInteger.valueOf(7).pow(4000);
        BigInteger z = x.multiply(y); p(z.toString().hashCode() + " " + z.divide(y).equals(x) + z.mod(x) + " " + z.bitLength() + " "
            + x.multiply(x).sqrt().equals(x) + x.gcd(z).equals(x));
        BigInteger a = BigInteger.ZERO, c = BigInteger.ONE; for (int i = 0; i < 1000; i++) {
            BigInteger t = a.add(c); a = c; c = t; } p(a); ex(() -> BigInteger.ONE.divide(BigInteger.ZERO));
        ex(() -> BigInteger.ONE.mod(b("-5"))); ex(() -> BigInteger.ONE.pow(-1));
        ex(() -> b("12x")); ex(() -> b("")); ex(() -> new BigInteger("1", 99));
        ex(() -> b("2").modInverse(b("4"))); ex(() -> b("99999999999").intValueExact());
        ex(() -> b("99999999999999999999").longValueExact()); ex(() -> b("-4").sqrt());
        ex(() -> b("-")); ex(() -> new BigInteger(new byte[0])); ex(() -> b("5").testBit(-1));
        p(new BigInteger(1, new byte[]{-1, -1}) + " " + new BigInteger(new byte[]{-1, 0}) + " " + new BigInteger("-zz", 36) + " "
            + new BigInteger(100, new Random(42)) + " " + BigInteger.probablePrime(64, new Random(7)) + " "
            + BigInteger.valueOf(Long.MIN_VALUE).negate() + " " + b("+5") + " " + b("255").byteValue()
            + BigInteger.TEN.equals(BigInteger.valueOf(10)) + b("127").byteValueExact() + b("32767").shortValueExact());
    }
}
