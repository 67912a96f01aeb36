// String methods: searching, comparing, case, trimming, splitting, replacing, regions, hash codes.
import java.util.*;
public class StringMethods {
    static void p(Object o) { System.out.println(o); }
    public static void main(String[] args) {
        String s = "The quick brown fox jumps over the lazy dog";
            p(s.length() + " " + s.charAt(4) + " " + s.indexOf('q') + " " + s.indexOf("the") + " " + s.indexOf("o", 15) + " " + s.lastIndexOf('o')
                + " " + s.lastIndexOf("o", 20) + " " + s.indexOf("zzz") + " " + s.indexOf("") + " " + s.lastIndexOf("") + " " + s.indexOf('T', -5)
                + " " + s.indexOf('T', 99));
        p(s.substring(4, 9) + "|" + s.substring(40) + "|" + s.substring(43) + "|" + s.subSequence(0, 3));
        p(s.contains("fox") + " " + s.startsWith("The") + " " + s.startsWith("quick", 4) + " " + s.endsWith("dog") + " " + s.endsWith("") + " "
            + s.matches(".*fox.*") + " " + "".isEmpty() + " " + " \t".isBlank());
        p(s.toUpperCase() + s.toLowerCase().hashCode() + " " + "straße İ ΑΣ".toUpperCase(Locale.ROOT) + " " + "ÀÉÎ ΣΑΣ".toLowerCase(Locale.ROOT)
            + " " + "TITLE".toLowerCase(Locale.ROOT));
        p(s.replace('o', '0') + " " + "aaa".replace("aa", "b") + " " + "abc".replace("", "-") + " " + "a.b.c".replaceAll(".", "x") + " "
            + "a.b.c".replace(".", "x") + " " + "x1y22z".replaceAll("[0-9]+", "<$0>") + " " + "aXbX".replaceFirst("X", "\\$"));
        for (String q : new String[]{"a,b,c", ",a,,b,,", "", ",", "a1b2c3", "  lead", "no"}) p(Arrays.toString(q.split(","))
            + Arrays.toString(q.split(",", -1)) + Arrays.toString(q.split(",", 2)) + Arrays.toString(q.split("\\d")) + Arrays.toString(q.split(""))
            + Arrays.toString(q.split(" +")));
        p("apple".compareTo("banana") + " " + "apple".compareTo("app") + " " + "a".compareTo("A") + " " + "a".compareToIgnoreCase("A") + " "
            + "".compareTo("x") + " " + "ABC".equalsIgnoreCase("abc") + " " + "abc".equals(null) + " " + "abc".contentEquals(new StringBuffer("abc"))
            + " " + "Hello".regionMatches(1, "bell", 1, 3) + "Hello".regionMatches(true, 0, "HEL", 0, 3) + " " + "\u00e9".compareTo("e") + " "
            + "z".compareTo("\u4e2d"));
        p("[" + "  x y ".trim() + "][" + "\u2003x\u2003".strip() + "][" + "\u2003x".trim().length() + "][" + "  a ".stripLeading() + "]["
            + " a  ".stripTrailing() + "]");
        p("ab".repeat(3) + "x".repeat(0) + "-".repeat(10) + " " + "a\nb\r\nc\rd".lines().toList() + " " + "abc".chars().sum() + " "
            + new StringBuilder("abc").reverse());
        try { "a".repeat(-1); } catch (IllegalArgumentException e) { p(e.getMessage());
        }
        p(String.valueOf(3.5f) + String.valueOf(true) + String.valueOf('c') + String.valueOf(new char[]{'d', 'e'}, 1, 1)
            + String.copyValueOf(new char[]{'f'}) + new String(new byte[]{72, 105}) + new String(new int[]{0x1F600, 65}, 0, 2).length()
            + new String("copy") + new String(new char[]{'a', 'b', 'c'}, 1, 2));
        p("hello".hashCode() + " " + "".hashCode() + " " + "\u4e2d\u6587".hashCode() + " " + "polygenelubricants".hashCode());
        p(Arrays.toString("héllo".getBytes(java.nio.charset.StandardCharsets.UTF_8)) + Arrays.toString("héllo".toCharArray()));
        p(String.join(",", "a", null, "c") + String.format("%5s|%-5s|%05d", "ab", "cd", 42) + "x=%d".formatted(3));
        p("a-b_c".chars().filter(Character::isLetter).count() + " " + "banana".chars().distinct().count() + " "
            + "hello world".indexOf("world".charAt(0)) + " " + "mad\u0000am".length() + " " + "tab\t".length());
        p("abc".transform(x -> x + "!") + " " + "A".describeConstable().get() + " " + " q ".isBlank() + " " + "x\\ty".translateEscapes().length()
            + " " + "  a\n b".indent(2).replace("\n", "/") + " " + "a b".toCharArray().length);
        char[] dst = new char[6]; Arrays.fill(dst, '.'); "abcdef".getChars(1, 4, dst, 2);
        p(new String(dst)); p("level".contentEquals(new StringBuilder("level").reverse()) + " " + "x".equals((Object) "x") + " "
            + ("a" + "b" == "ab") + " " + "Ab".chars().map(ch -> ch ^ 32).collect(StringBuilder::new, StringBuilder::appendCodePoint,
            StringBuilder::append));
        List<String> ws = new ArrayList<>(Arrays.asList("b", "A", "c", "B", "a", "C", "É", "e"));
        Collections.sort(ws); p(ws); ws.sort(String.CASE_INSENSITIVE_ORDER); p(ws);
        p(String.CASE_INSENSITIVE_ORDER.compare("abc", "ABD"));
        try { "abc".getBytes("nope"); } catch (java.io.UnsupportedEncodingException e) {
            p(e); } try { new String(new char[2], 1, 5); } catch (StringIndexOutOfBoundsException e) {
            p(e.getMessage()); } try { "abc".getChars(2, 1, dst, 0); } catch (StringIndexOutOfBoundsException e) {
            p(e.getMessage()); } try { "x".compareTo(null); } catch (NullPointerException e) {
            p("NPE"); } p("aXbXc".lastIndexOf('X', 2) + " " + "\ud83d\ude00x".indexOf(0x1F600) + " " + "\ud83d\ude00x".indexOf('x') + " "
                + "aé".equalsIgnoreCase("AÉ") + " " + "ab".endsWith("abc") + " " + "one two".split(" ")[1].concat("!"));
    }
}
