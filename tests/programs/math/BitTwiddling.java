// Integer and Long bit operations: counts, rotates, reverse, highest bits, radix strings, parse in all radices.
public class BitTwiddling {
    static void p(Object o) { System.out.println(o); }
    public static void main(String[] args) {
        int[] I = {0, 1, -1, 2, 3, 255, 256, 0x12345678, 0x80000000, 0x7fffffff, 0xDEADBEEF, 0x00FF00FF, -2};
        long[] L = {0, 1, -1, 0x123456789ABCDEF0L, 1L << 63, Long.MAX_VALUE, 0xFFFFFFFFL, 0xF0F0F0F0F0F0F0F0L, -2};
        for (int i : I) p(i + " " + Integer.bitCount(i) + " " + Integer.numberOfLeadingZeros(i) + " " + Integer.numberOfTrailingZeros(i) + " "
            + Integer.highestOneBit(i) + " " + Integer.lowestOneBit(i) + " " + Integer.reverse(i) + " " + Integer.reverseBytes(i) + " "
            + Integer.rotateLeft(i, 7) + " " + Integer.rotateRight(i, 39) + " " + Integer.signum(i) + " " + Integer.toBinaryString(i) + " "
            + Integer.toHexString(i) + " " + Integer.toOctalString(i) + " " + Integer.toString(i, 3) + " " + Integer.toString(i, 36) + " "
            + Integer.toString(i, 99) + " " + Float.intBitsToFloat(i) + " " + Integer.hashCode(i));
        for (long i : L) p(i + " " + Long.bitCount(i) + " " + Long.numberOfLeadingZeros(i) + " " + Long.numberOfTrailingZeros(i) + " "
            + Long.highestOneBit(i) + " " + Long.lowestOneBit(i) + " " + Long.reverse(i) + " " + Long.reverseBytes(i) + " " + Long.rotateLeft(i, 13)
            + " " + Long.rotateRight(i, 70) + " " + Long.signum(i) + " " + Long.toBinaryString(i) + " " + Long.toHexString(i) + " "
            + Long.toOctalString(i) + " " + Long.toString(i, 5) + " " + Long.toString(i, 36) + " " + Double.longBitsToDouble(i) + " "
            + Long.hashCode(i));
        p(Short.reverseBytes((short) 0x1234) + " " + (int) Character.reverseBytes('\u1234') + " " + Byte.toUnsignedInt((byte) 200) + " "
            + Byte.hashCode((byte) -3) + Short.hashCode((short) 9) + Character.hashCode('x') + Boolean.hashCode(true));
        StringBuilder s = new StringBuilder(); for (int r = 2; r <= 36;
            r++) { String q = Long.toString(-987654321012345L, r), u = Integer.toString(123456789, r);
            s.append(q).append(' ').append(u).append(' ').append(Long.parseLong(q, r) == -987654321012345L).append(Integer.parseInt(u.toUpperCase(),
                r)).append(' ');
        } p(s);
        for (String q : new String[]{"0", "-0", "+7", "2147483647", "2147483648", "-2147483648", "-2147483649", "1_000", " 1", "1 ", "0x10", "", "-",
            "+", "١٢", "1e3", "99999999999999999999"}) {
            try { p(q + " i " + Integer.parseInt(q)); } catch (NumberFormatException e) {
                p(e.getMessage()); } try { p(q + " l " + Long.parseLong(q)); } catch (NumberFormatException e) {
                p(e.getMessage()); } try { p(q + " s " + Short.valueOf(q)); } catch (NumberFormatException e) {
                p(e.getMessage()); } try { p(q + " dec " + Integer.decode(q)); } catch (NumberFormatException e) {
                p(e.getMessage()); } }
        for (String q : new String[]{"1", "-1.5e3", "1e400", "1e-400", ".5", "5.", "0x1p3", "0x1.fp-2", "NaN", "+Infinity", "1f", "1D", "1_0", "e5",
            "", " 2.5 ", "1e", "--1", "4.9e-324", "2.2250738585072012e-308", "9007199254740993", "179769313486231580793e289"}) {
            try { p(q + " " + Double.parseDouble(q) + " " + Float.parseFloat(q)); } catch (NumberFormatException e) {
                p(e.getMessage()); } }
        p(Integer.parseInt("xx12yy", 2, 4, 10) + " " + Long.parseLong("abcffz", 3, 5, 16) + Integer.parseInt("zz", 36) + " "
            + Double.toHexString(1.0) + Double.toHexString(-0.1) + Double.toHexString(4.9e-324) + Double.toHexString(Double.MAX_VALUE)
            + Float.toHexString(0.1f) + " " + Double.doubleToLongBits(0.1) + " " + Float.floatToIntBits(0.1f) + " " + Double.MIN_NORMAL
            + Double.isFinite(1 / 0.0) + Float.isInfinite(1f / 0));
        int gray = 0; for (int i = 0; i < 1000; i++) { int g = i ^ (i >>> 1); int b = g;
            for (int k = 16; k > 0; k >>= 1) b ^= b >>> k; if (b == i) gray++; } p(gray);
        long morton = 0; for (int i = 0; i < 16; i++) morton |= (0xABCDL >> i & 1) << (2 * i) | (0x1234L >> i & 1) << (2 * i + 1);
        p(morton); int pop = 0; for (int i = 0; i < 100000; i++) pop += Integer.bitCount(i * 0x9E3779B9) - Long.numberOfTrailingZeros(i * 0x9E3779B97F4A7C15L | 1L << 40);
        p(pop);
    }
}
