// StringBuilder and StringBuffer operations: insert, delete, replace, reverse, capacity, code points, compare.
public class StringBuilders {
    static void p(Object o) { System.out.println(o); }
    static void t(Runnable r) { try { r.run(); p("ok"); } catch (RuntimeException e) { p(e.getClass().getSimpleName() + " " + e.getMessage()); } }
    static void t(String n, Object... ignored) { }
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder("hello"); b.append(' ').append("world", 0,
            3).append(new char[]{'!', '?'}).append(1).append(2L).append(1.5f).append(2.5).append(true).append((Object) null).append((String) null).append((CharSequence) "cs").append((StringBuffer) new StringBuffer("buf"));
        p(b + " " + b.length());
        b.insert(0, "<").insert(1, 42).insert(0, 'c').insert(2, 1.5).insert(3, false).insert(b.length(), "end").insert(0,
            new char[]{'x', 'y'}).insert(1, 9L).insert(0, (Object) null).insert(4, "abcdef", 2, 4);
        p(b);
        b.delete(0, 10).deleteCharAt(0).delete(b.length() - 3, 1000).replace(0, 2, "REPLACED").replace(3, 3, "_").replace(b.length(), b.length() + 5,
            "tail");
        p(b); b.setCharAt(0, 'Z'); b.setLength(12); p(b + "|" + b.length()); b.setLength(15);
        p(b.toString().replace('\0', '0')); b.setLength(0); p("[" + b + "]" + b.isEmpty());
        p(new StringBuilder("abc").reverse() + " " + new StringBuilder("a\ud83d\ude00b").reverse().codePointAt(1) + " "
            + new StringBuilder("x\ude00\ud83dy").reverse().codePointAt(1) + " " + new StringBuilder("\u00e9\u4e2d").reverse());
        p(new StringBuilder().capacity() + " " + new StringBuilder(50).capacity() + " " + new StringBuilder("abc").capacity());
        StringBuilder cap = new StringBuilder(); for (int i = 0; i < 100; i++) cap.append('x');
        p(cap.capacity()); cap.trimToSize(); p(cap.capacity()); cap.ensureCapacity(300);
        p(cap.capacity() + " " + cap.length());
        StringBuilder u = new StringBuilder("abc"); u.append('\u4e2d').append("latin").appendCodePoint(0x1F600).appendCodePoint(65);
        p(u + " " + u.length() + " " + u.codePointCount(0, u.length()) + " " + u.offsetByCodePoints(0, 10) + " " + u.codePointBefore(11) + " "
            + u.indexOf("latin") + " " + u.lastIndexOf("a") + " " + u.indexOf("zz") + " " + u.indexOf("a", 1));
        u.delete(3, 4); p(u.substring(0, 8) + u.substring(3).length() + u.subSequence(1, 2));
        u.setLength(3); p(u + "" + u.chars().sum());
        p(new StringBuilder("a").compareTo(new StringBuilder("b")) + " " + new StringBuilder("a").equals(new StringBuilder("a")) + " "
            + "a".contentEquals(new StringBuilder("a")) + " " + new StringBuilder("abc").compareTo(new StringBuilder("ab")));
        StringBuffer sb = new StringBuffer(); for (int i = 0; i < 20; i++) sb.append(i).append(i % 5 == 4 ? "\n" : ",");
        p(sb); sb.reverse(); p(sb.length() + " " + sb.charAt(1)); char[] d = new char[5];
        sb.getChars(0, 5, d, 0); p(new String(d).trim()); sb.insert(3, "INS").replace(0, 3, "").deleteCharAt(0);
        p(sb.substring(0, 5));
        t(() -> new StringBuilder("abc").charAt(3)); t(() -> new StringBuilder("abc").setCharAt(-1, 'x'));
        t(() -> new StringBuilder("abc").insert(4, 'x')); t(() -> new StringBuilder("abc").delete(2, 1));
        t(() -> new StringBuilder("abc").delete(4, 5)); t(() -> new StringBuilder("abc").replace(4, 5, "x"));
        t(() -> new StringBuilder("abc").substring(2, 1)); t(() -> new StringBuilder("abc").append("abc", 2, 5));
        t(() -> new StringBuilder(-1)); t(() -> new StringBuilder("abc").codePointAt(3));
        t(() -> new StringBuilder("abc").deleteCharAt(3)); t(() -> new StringBuilder("abc").getChars(0, 4, new char[3], 0));
        t(() -> new StringBuilder("abc").delete(3, 3)); t(() -> new StringBuilder("abc").append(new char[2], 1, 5));
        t(() -> new StringBuffer("q").charAt(1)); t(() -> new StringBuilder().appendCodePoint(0x110000));
        StringBuilder q = new StringBuilder(); for (int i = 0; i < 2000; i++) {
            q.append((char) ('a' + i % 26)); if (i % 100 == 99) q.insert(q.length() / 2, i);
            if (i % 150 == 0) q.deleteCharAt(q.length() / 3); } p(q.length() + " " + q.toString().hashCode());
        q.append('\u2603'); for (int i = 0; i < 500; i++) q.insert(i, (char) (0x4e00 + i));
        p(q.length() + " " + q.toString().hashCode() + " " + q.reverse().toString().hashCode());
        StringBuilder self = new StringBuilder("ab"); self.append(self).append(self).insert(2, self);
        p(self); CharSequence cs = new StringBuilder("seq"); p(cs.length() + "" + cs.charAt(0) + CharSequence.compare("a", "b")
            + cs.chars().mapToObj(c -> (char) c).toList());
        p(new StringBuilder(new StringBuffer("from buf")).append(new StringBuilder("+sb")).append(Integer.MIN_VALUE).append(Long.MIN_VALUE).append(Float.MIN_VALUE).append(Double.MAX_VALUE).append(-0.0f).append('\n').toString().length());
    }
}
