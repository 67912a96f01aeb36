// Properties load and store through memory (date comment skipped), escapes, XML form, defaults, listing.
import java.io.*;
import java.util.*;
public class PropertiesIo {
    static void p(Object o) { System.out.println(o); }
    static Properties load(String s) throws IOException { Properties q = new Properties(); q.load(new StringReader(s)); return q; }
    static String esc(String s) { return s == null ? null : s.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r").replace("\f", "\\f"); }
    static void show(Properties q) { for (String k : new TreeSet<>(q.stringPropertyNames())) p("  [" + esc(k) + "]=[" + esc(q.getProperty(k)) + "]");
    }
    public static void main(String[] args) throws Exception {
        show(load("a=1\nb : 2\nc   3\n# comment\n! other\nd=\ne\n  f = spaced  \ng=multi \\\n    line\nh\\ i=esc\nj\\:k=colon\nl=tab\\tnew\\nline\nu=\\u00e9\\u4e2d\n=emptykey\nm=a=b:c\nn==x\no=trail\\\\\nq\\=r=s\ndup=1\ndup=2\n\\#hash=v\nz=\\q\n"));
        show(load("")); show(load("k\\\n   ey=val\\\r\n  ue\rx=y\r\n\n\n   \nlast=no newline"));
        try { load("bad=\\u00zz"); } catch (IllegalArgumentException e) { p(e.getMessage()); }
        Properties d = new Properties(); d.setProperty("base", "b"); d.setProperty("over", "1");
        Properties q = new Properties(d); q.setProperty("over", "2"); q.setProperty("key with space", " lead");
        q.setProperty("uni\u00e9", "\u4e2d\ttab\nnl"); q.setProperty("#c", "!x=y:z\\");
        q.setProperty("empty", "");
        StringWriter w = new StringWriter(); q.store(w, "head\ncomment \u00e9");
        String[] ls = w.toString().split("\n"); List<String> body = new ArrayList<>();
        for (String l : ls) if (l.startsWith("#") && (l.contains("head") || l.contains("comment"))) p(l);
        else if (!l.startsWith("#")) body.add(l); Collections.sort(body); body.forEach(PropertiesIo::p);
        ByteArrayOutputStream bo = new ByteArrayOutputStream(); q.store(bo, null);
        Properties r = new Properties(); r.load(new ByteArrayInputStream(bo.toByteArray()));
        p(r.equals(q) + " " + r.size() + q.size() + " " + bo.toString("ISO-8859-1").contains("\\u4E2D"));
        show(r);
        p(q.getProperty("base") + q.get("base") + q.getProperty("over") + q.containsKey("base") + new TreeSet<>(q.stringPropertyNames())
            + Collections.list(q.propertyNames()).size());
        Properties one = new Properties(); one.setProperty("longkey", "v".repeat(60));
        StringWriter lw = new StringWriter(); one.list(new PrintWriter(lw, true));
        p(lw); p(one + " " + one.hashCode() + one.contains("x") + one.getOrDefault("z", "dz") + one.putIfAbsent("longkey", "n")
            + one.remove("longkey") + one.isEmpty());
        one.put(1, 2); p(one.getProperty("1") + one.stringPropertyNames().size());
        try { one.store(new StringWriter(), null); } catch (ClassCastException e) {
            p("CCE"); } one.clear(); one.merge("c", 1, (a, b) -> (Integer) a + (Integer) b);
        one.merge("c", 1, (a, b) -> (Integer) a + (Integer) b); p(one); ByteArrayOutputStream xo = new ByteArrayOutputStream();
        Properties x = new Properties(); x.setProperty("k", "<v & \"q\">"); x.storeToXML(xo, "cmt", "UTF-8");
        p(xo.toString("UTF-8").replace("\r", "")); Properties xi = new Properties();
        xi.loadFromXML(new ByteArrayInputStream(xo.toByteArray())); p(xi); try {
            xi.loadFromXML(new ByteArrayInputStream("<oops>".getBytes())); } catch (InvalidPropertiesFormatException e) {
            p("invalid xml"); } Properties sys = System.getProperties();
                p((sys.getProperty("java.version") != null) + System.getProperty("file.separator") + System.getProperty("line.separator").length()
                    + System.getProperty("nope", "d") + System.setProperty("my.p", "1") + System.getProperty("my.p") + Integer.getInteger("my.p")
                    + Boolean.getBoolean("my.p") + Long.getLong("nope", 7L) + System.clearProperty("my.p") + System.getProperty("my.p")
                    + System.getProperty("path.separator") + System.getProperty("java.specification.version")
                    + System.getProperty("java.class.version"));
        try { System.getProperty(""); } catch (IllegalArgumentException e) { p(e.getMessage());
        } try { System.getProperty(null); } catch (NullPointerException e) { p(e.getMessage());
        }
    }
}
