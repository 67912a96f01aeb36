// String interning and identity: constants across classes, intern(), computed strings, switch on computed strings.
import java.util.*;
public class Interning {
    static final String K = "const"; static class Other { static final String K = "con" + "st";
        static String dyn = "dyn"; final String inst = "const"; static String make() {
            return new String("const"); } } interface I { String K = "const"; }
    static boolean same(Object a, Object b) { return a == b; }
    public static void main(String[] args) throws Exception {
        System.out.println(same(K, Other.K) + " " + same(K, I.K) + " " + same(K, new Other().inst) + " " + same(K, Other.make()) + " "
            + same(K, Other.make().intern()) + " " + K.equals(Other.make()));
        String a = "hel", b = "lo"; System.out.println(same("hello", a + b) + " " + same("hello", (a + b).intern()) + " "
            + same("hello", "hel" + "lo") + " " + same("hello", new StringBuilder("hel").append("lo").toString().intern()));
        final String fa = "hel"; System.out.println(same("hello", fa + "lo"));
        String fresh = new String(new char[]{'f', 'r', 'e', 's', 'h', '1'}); String in = fresh.intern();
        System.out.println(same(in, fresh.intern()) + " " + same(in, new String("fresh1").intern()) + " " + same(in, "fresh1"));
        String uni = new StringBuilder("\u4e2d").append('\u6587').toString();
            System.out.println(same(uni.intern(), "\u4e2d\u6587") + " " + same("\u00e9", new String("\u00e9").intern()) + " "
                + same("", new String("").intern()) + " " + same("a\u0000b", new String(new char[]{'a', 0, 'b'}).intern()) + " "
                + same("\ud83d\ude00", new String(Character.toChars(0x1F600)).intern()));
        System.out.println(same(String.class.getName().intern(), "java.lang.String") + " "
            + same(Interning.class.getMethod("main", String[].class).getName(), "main") + " " + same(Thread.State.NEW.name(), "NEW") + " "
            + same(Interning.class.getDeclaredField("K").getName(), "K"));
        System.out.println(same("x".substring(0), "x") + " " + same("abc".toString(), "abc") + " " + same("abc".trim(), "abc") + " "
            + same("abc".concat(""), "abc") + " " + same("abc".toLowerCase(), "abc") + " " + same("abc".replace('x', 'y'), "abc") + " "
            + same(String.valueOf((Object) "abc"), "abc") + " " + same("abc".strip(), "abc") + " " + same("abc".repeat(1), "abc") + " "
            + same("abc".substring(0, 3), "abc"));
        Map<String, Integer> ih = new IdentityHashMap<>(); ih.put("k", 1); ih.put(new String("k"), 2);
        ih.put("k".intern(), 3); System.out.println(ih.size() + " " + ih.get("k"));
        Set<String> seen = new HashSet<>(); for (int i = 0; i < 100; i++) seen.add(("w" + i % 10).intern());
        System.out.println(seen.size()); int hits = 0; for (int i = 0; i < 1000;
            i++) if (("n" + i % 7).intern() == ("n" + (i + 7) % 7).intern()) hits++;
        System.out.println(hits);
        switch (new StringBuilder("con").append("st").toString()) { case K: System.out.println("switched");
            break; default: System.out.println("missed"); } System.out.println(same(1 + "", 1 + "") + " " + same((1 + "").intern(), "1") + " "
                + same("" + 1, "1") + " " + same('c' + "", "c") + " " + same("" + 'c' + 1 + 2L + 3.5f + true, "c123.5true"));
        System.out.println(same(Integer.class, Integer.valueOf(1).getClass()) + " " + same(int[].class, new int[0].getClass()) + " "
            + same(String[][].class, Class.forName("[[Ljava.lang.String;")) + " " + same(Interning.class, Class.forName("Interning")));
        System.out.println(same(Collections.emptyList(), Collections.emptyList()) + " " + same(List.of(), List.of()) + " "
            + same(Optional.empty(), Optional.empty()) + " " + same(Boolean.TRUE, Boolean.valueOf(true)) + " " + same(Locale.US, Locale.US) + " "
            + same(java.math.BigInteger.valueOf(1), java.math.BigInteger.ONE) + " " + same(Character.valueOf('x'), 'x'));
        String h1 = "hash"; System.out.println(h1.hashCode() == new String("hash").hashCode());
        System.out.println(System.identityHashCode(K) == System.identityHashCode(Other.K));
        System.out.println(System.identityHashCode(null) + " " + (System.identityHashCode(h1) == System.identityHashCode(h1)) + " "
            + (new Object().equals(new Object())));
        Object o = new Object(); int hc = o.hashCode(); System.gc(); System.out.println(hc == o.hashCode() && hc == System.identityHashCode(o));
        System.out.println(o.toString().equals("java.lang.Object@" + Integer.toHexString(hc)));
    }
}
