// String concatenation of all types, compound +=, null handling, long chains, StringBuilder equivalence.
import java.util.*;
public class StringConcat {
    static int n; static String next() { return "s" + n++; }
    static class T { final String s; T(String s) { this.s = s; } @Override public String toString() { return s; } }
    public static void main(String[] args) {
        boolean z = true; byte b = -1; short s = 300; char c = 'c'; int i = -42;
        long l = 1L << 40; float f = 1.1f; double d = -0.0; String str = "str", nul = null;
        Object o = new T("tee"), on = new T(null), no = null; char[] ca = {'x'};
        System.out.println("" + z + b + s + c + i + l + f + d + str + nul + o + on + no);
        System.out.println(z + "|" + b + "|" + s + "|" + c + "|" + i + "|" + l + "|" + f + "|" + d);
        System.out.println(str + 1 + 2 + (1 + 2) + 'a' + ('a' + 1) + (char) ('a' + 1) + 1.0f + 1e10 + 1e-5 + Float.NaN + Double.POSITIVE_INFINITY);
        String acc = ""; for (int k = 0; k < 10; k++) acc += k; acc += 'x'; acc += 1.5; acc += null; acc += true; acc += l; System.out.println(acc);
        String nn = null; nn += "a"; nn += nul; System.out.println(nn); Object ob = "o"; ob += "p"; System.out.println(ob);
        String[] arr = {"q"}; int ix = 0; arr[ix++] += next() + next(); System.out.println(arr[0] + ix + n);
        System.out.println(next() + next() + (n > 3 ? next() : "none") + next());
        System.out.println("a" + 1 + "b" + 2 + "c" + 3 + "d" + 4 + "e" + 5 + "f" + 6 + "g" + 7 + "h" + 8 + "i" + 9 + "j" + i + "k" + l + "l" + d
            + "m" + c + "n" + z + "o" + str + "p" + nul + "q" + f + "r" + s + "s" + b + i + i + i + i + l + l + c + c + str + str + o + o);
        System.out.println("\u0001const" + i + "\u0002two" + str + "\u0001\u0002");
        System.out.println(("uni\u00e9" + i + "\u4e2d" + c + "\ud83d\ude00" + l).length());
        String lat = "abc\u00ff", utf = "\u0100"; System.out.println((lat + utf).length() + " " + (lat + utf).charAt(3)
            + (int) (utf + lat + i).charAt(4) + " " + (lat + c + b).hashCode() + " " + (utf + c + z).hashCode());
        System.out.println(Integer.MIN_VALUE + " " + Long.MIN_VALUE + " " + Integer.MAX_VALUE + Long.MAX_VALUE + 0 + -1 + 10 + 100 + 99 + -100
            + 1000000000 + -1000000000L);
        System.out.println("" + ca.length + new String(ca) + String.valueOf(ca) + String.valueOf((Object) null) + List.of(1, 2)
            + Arrays.asList("a", null) + Optional.of(1));
        StringBuilder sb = new StringBuilder(); sb.append(z).append(b).append(s).append(c).append(i).append(l).append(f).append(d).append(str).append(nul).append(o).append(no).append(ca).append("hello", 1, 3).append(ca, 0, 1);
        System.out.println(sb); System.out.println(("" + z + b + s + c + i + l + f + d + str + nul + o + no + "x" + "el" + "x").contentEquals(sb));
        final String k1 = "con"; final int k2 = 5; System.out.println((k1 + "st" + k2 == "const5") + " " + (str + "x" == str + "x") + " "
            + ((str + "x").intern() == "strx"));
        System.out.println("" + (Object) null + (String) null + (Integer) null);
        System.out.println(1 + 2 + "x" + 1 * 2 + "y" + (3 - 1) + "z" + -1 + "w" + +1 + ~1 + !z + (i > 0) + (i & 7) + (l >>> 38));
        String e = ""; System.out.println((e + e).isEmpty() + " " + ("a" + e == "a") + " " + (e + "a").equals("a"));
        Integer I = 5; Character C = 'C'; Long L = null; Double D = 2.5; Boolean Z = false;
        System.out.println("" + I + C + L + D + Z + (I + C) + (I + D)); class Thr {
            @Override public String toString() { throw new IllegalStateException("ts");
            } } try { System.out.println("x" + new Thr()); } catch (IllegalStateException x) {
            System.out.println("caught " + x.getMessage()); }
        String big = "ab".repeat(1000); for (int k = 0; k < 3; k++) big += big;
        System.out.println(big.length() + " " + big.hashCode());
            System.out.println("a,b".concat("c") + String.join("-", "x", "y") + String.join("/", List.of("p", "q")) + "%s%d".formatted("f", 1));
        float[] fs = {0f, 1f, 0.1f, 1e7f, 1e-4f, 3.4028235e38f, 1.4e-45f, 100f, 16777216f, 0.3f};
        double[] ds = {0, 1, 0.1, 1e7, 1e-4, 1.7976931348623157e308, 4.9e-324, 100, 2e-3, 1.0E23, 2.2250738585072014E-308, 123456789012345680.0};
        for (float x : fs) System.out.print("" + x + ' '); for (double x : ds) System.out.print(x + " ");
        System.out.println();
    }
}
