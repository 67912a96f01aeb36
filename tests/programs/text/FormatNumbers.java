// String.format: integer, floating point, character, boolean and percent conversions with all flags.
import java.math.*;
import java.util.*;
public class FormatNumbers {
    static void f(String s, Object... a) {
        try { System.out.println(s + " -> [" + String.format(Locale.US, s, a) + "]"); }
        catch (IllegalFormatException e) { System.out.println(s + " -> " + e.getClass().getSimpleName() + ": " + e.getMessage()); }
    }
    public static void main(String[] args) {
        for (String s : "%d %5d %-5d| %05d %+d %,d %(d % d %x %X %#x %o %#o %08x %+,10d".split(" (?=%)")) {
            f(s, 42); f(s, -1234567); f(s, 1L << 40); f(s, (byte) -1); f(s, (short) 300);
            f(s, new BigInteger("-123456789012345678901234567890")); }
        for (String s : "%f %.0f %.2f %10.3f %-10.1f| %010.2f %+.1f %,.2f %(.2f %e %.3e %E %g %.3g %G %a %#.0f % .2f".split(" (?=%)")) for (double d : new double[]{0, -0.0, 1, -1.5, 3.14159265, 1234567.891, 1e-5, 1e20, 0.5, 2.5, 0.05, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 4.9e-324}) f(s, d);
        f("%f %s %.3f %e", 1.1f, 1.1f, 1.1f, 3.4e38f);
        f("%.2f %e %g %,.3f %+.1f", new BigDecimal("12345.6789"), new BigDecimal("1E-30"), new BigDecimal("0.0001"),
            new BigDecimal("9876543210.12345"), new BigDecimal("0.25"));
        f("%c %C %5c %-3c| %c %c", 'a', 'b', 'c', 'd', 0x1F600, (byte) 65);
        f("%b %B %b %b %.2b %7b", true, false, null, "x", true, false);
        f("%% %5% %-5%| %n", 1);
        f("%h %h %H %h", "hello", null, "Hi", 255);
        f("%1$d %1$x %2$s %1$o %<d", 255, "two");
        f("%3$s %1$s %2$s %s %s", "a", "b", "c");
        f("%d", (Object) null); f("%x", (Object) null); f("%f", (Object) null); f("%c", (Object) null);
        f("%d", "s"); f("%f", 1); f("%c", "str"); f("%d", 1.5); f("%x", 2.0); f("%z", 1);
        f("%", 1); f("%d %d", 1); f("%.2d", 1); f("%-d", 1); f("%05", 1); f("%+s", "a");
        f("%,x", 1); f("%#d", 1); f("%-05d", 1); f("%+ d", 1); f("%5n"); f("%c", 0x110000);
        f("%0$d", 1); f("%2$d", 1); f("%s %<s %s", "p", "q"); f("%<s", 1); f("%99999999999d", 1);
        f("plain"); f("");
        System.out.println(String.format(Locale.GERMANY, "%,d %,.2f %e", 1234567, 9876.543, 12.5)
            + String.format(Locale.FRANCE, " %.3f %,.1f", 1.5, 12345.67).replace('\u202f', '_').replace('\u00a0', '_')
            + String.format((Locale) null, " %,d", 1000));
        System.out.println(String.format("%s %10s|%-10s|%.2s|%5.1s|%S", "abc", "abc", "abc", "abc", "abc", "abc")
            + String.format("%08.3f|%+08d|%-8x|%#10x", -3.14159, 42, 255, 255));
        System.out.println(String.format("%,d %,d %,d %,d", 0, 999, 1000, Long.MIN_VALUE)
            + String.format(" %d %x %o", Long.MIN_VALUE, Long.MIN_VALUE, Integer.MIN_VALUE)
            + String.format(" %.20f %.1f %.1f %.1f %.1f", 0.1, 0.25, 0.35, 0.45, -0.05));
        System.out.printf("%s %d%n", "printf", 5); System.out.printf(Locale.GERMANY, "%.2f%n", 1.5); System.out.format("%-6s|%6s|%n", "ab", "cd");
    }
}
