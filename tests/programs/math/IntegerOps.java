// Exact integer operations and messages, floorDiv/floorMod, multiplyHigh, unsigned arithmetic, absExact, clamp-like use.
public class IntegerOps {
    static void p(Object o) { System.out.println(o); }
    interface S { Object g(); }
    static void t(String n, S s) { try { p(n + " " + s.g()); } catch (ArithmeticException e) { p(n + " AE " + e.getMessage()); } }
    public static void main(String[] args) {
        int[] I = {0, 1, -1, 7, -7, 3, -3, 46341, 65536, Integer.MAX_VALUE, Integer.MIN_VALUE};
        long[] L = {0, 1, -1, 10, -10, 3037000500L, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE};
        for (int a : I) { t("neg " + a, () -> Math.negateExact(a)); t("inc " + a, () -> Math.incrementExact(a));
            t("dec " + a, () -> Math.decrementExact(a)); t("abs " + a, () -> Math.abs(a));
            t("absx " + a, () -> Math.absExact(a)); for (int b : I) { t(a + " " + b + " add", () -> Math.addExact(a, b));
                t("sub", () -> Math.subtractExact(a, b)); t("mul", () -> Math.multiplyExact(a, b));
                t("fd", () -> Math.floorDiv(a, b)); t("fm", () -> Math.floorMod(a, b));
                t("mf", () -> Math.multiplyFull(a, b)); t("du", () -> Integer.divideUnsigned(a, b) + " " + Integer.remainderUnsigned(a, b));
                t("cmp", () -> Integer.compare(a, b) + " " + Integer.compareUnsigned(a, b) + " " + Math.max(a, b) + " " + Math.min(a, b));
            } }
        for (long a : L) { t("neg " + a, () -> Math.negateExact(a)); t("inc " + a, () -> Math.incrementExact(a));
            t("dec " + a, () -> Math.decrementExact(a)); t("toInt " + a, () -> Math.toIntExact(a));
            t("absx " + a, () -> Math.absExact(a)); for (long b : L) { t(a + " " + b + " add", () -> Math.addExact(a, b));
                t("sub", () -> Math.subtractExact(a, b)); t("mul", () -> Math.multiplyExact(a, b));
                t("fd", () -> Math.floorDiv(a, b)); t("fm", () -> Math.floorMod(a, b));
                t("mh", () -> Math.multiplyHigh(a, b)); t("du", () -> Long.divideUnsigned(a, b) + " " + Long.remainderUnsigned(a, b));
                t("cmp", () -> Long.compare(a, b) + " " + Long.compareUnsigned(a, b) + " " + Math.max(a, b));
            } }
        t("mli", () -> Math.multiplyExact(1L << 40, 1 << 30)); t("fmli", () -> Math.floorMod(-5L, 3) + " " + Math.floorDiv(-5L, 3));
        p(Integer.toUnsignedString(-1) + " " + Long.toUnsignedString(-1L) + " " + Integer.parseUnsignedInt("4294967295") + " "
            + Long.parseUnsignedLong("18446744073709551615") + " " + Integer.toUnsignedLong(-1) + " " + Byte.toUnsignedInt((byte) -1) + " "
            + Short.toUnsignedLong((short) -1) + " " + Long.toUnsignedString(-1L, 16) + Integer.toUnsignedString(-5, 7));
        try { Integer.parseUnsignedInt("-1"); } catch (NumberFormatException e) {
            p(e.getMessage()); } try { Integer.parseUnsignedInt("4294967296"); } catch (NumberFormatException e) {
            p(e.getMessage()); } try { Long.parseUnsignedLong("18446744073709551616");
        } catch (NumberFormatException e) { p(e.getMessage()); } long s = 0;
            for (int i = -1000; i < 1000; i++) for (int j = -7; j < 8;
                j++) if (j != 0) s = s * 31 + Math.floorMod(i, j) * 3 + Math.floorDiv(i, j) + i % j + i / j;
        p(s); long h = 1; for (int i = 0; i < 10000; i++) { h = h * 6364136223846793005L + 1;
            h ^= Math.multiplyHigh(h, 0x9E3779B97F4A7C15L); } p(h);
    }
}
