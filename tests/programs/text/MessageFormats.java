// MessageFormat, ChoiceFormat, ListResourceBundle, nested formats, quoting, parse.
import java.text.*;
import java.util.*;
public class MessageFormats {
    static void p(Object o) { System.out.println(o); }
    static void f(String pat, Object... a) { try { p(pat + " -> " + new MessageFormat(pat, Locale.US).format(a));
        } catch (IllegalArgumentException e) { p(pat + " -> " + e.getMessage());
        } }
    public static class Res extends ListResourceBundle { protected Object[][] getContents() {
            return new Object[][]{{"hello", "Hello, {0}!"}, {"n", 42}, {"arr", new String[]{"x", "y"}},
                {"count", "{0,choice,0#no files|1#one file|1<{0,number} files}"}};
        } }
    public static class Res_de extends ListResourceBundle { protected Object[][] getContents() { return new Object[][]{{"hello", "Hallo, {0}!"}}; } }
    public static class Res_de_AT extends Res_de { @Override protected Object[][] getContents() { return new Object[][]{{"bye", "Servus"}}; } }
    public static void main(String[] args) throws Exception {
        f("{0} and {1}", "a", 2); f("{1} {0} {1}", "x", "y"); f("'{0}' is {0}", 5);
        f("it''s {0}", "ok"); f("{0} {3}", 1); f("{0}", (Object) null); f("no args");
        f("{0,number} {0,number,integer} {0,number,percent} {0,number,#.##} {0,number,currency}", 1234.567);
        f("{0,number,0000}", 7); f("{0,choice,0#none|1#one|1<many {0}}", 0); f("{0,choice,0#none|1#one|1<many {0}}", 1);
        f("{0,choice,0#none|1#one|1<many {0}}", 12); f("{0", 1); f("{x}", 1); f("{-1}", 1);
        f("{0,bogus}", 1); f("{0,number,#.#.#}", 1); f("unmatched }", 1); f("quote ' unclosed {0}", 1);
        f("{0}{1}{2}", true, 'c', 1.5f); f("{0}", new Object[]{new int[0].length});
        f("{0,number}", "str");
        SimpleTimeZone z = new SimpleTimeZone(0, "UTC"); MessageFormat df = new MessageFormat("{0,date,yyyy-MM-dd HH:mm:ss} {0,date,short}",
            Locale.US);
        for (Format x : df.getFormats()) if (x instanceof DateFormat d) d.setTimeZone(z);
        p(df.format(new Object[]{new Date(0)}) + " " + df.getFormats().length + " " + new MessageFormat("{0,number,#.#}x{1}").toPattern());
        MessageFormat pm = new MessageFormat("{0}={1,number}", Locale.US);
            p(Arrays.toString(pm.parse("key=42.5")) + Arrays.toString(pm.parse("k=1")));
        try { pm.parse("nope"); } catch (ParseException e) { p(e.getMessage() + e.getErrorOffset());
        } ParsePosition pp = new ParsePosition(2); p(Arrays.toString(pm.parse("__a=7rest", pp)) + pp.getIndex()
            + pm.parse("zzz", new ParsePosition(0)));
        p(MessageFormat.format("{0} {1}", "static", 1));
        ChoiceFormat c = new ChoiceFormat(new double[]{0, 1, 2}, new String[]{"zero", "one", "two+"});
        for (double d : new double[]{-5, 0, 0.5, 1, 1.9, 2, 100, Double.NaN}) System.out.print(c.format(d) + " ");
        p(c.toPattern() + ChoiceFormat.nextDouble(1) + c.parse("one")); ChoiceFormat c2 = new ChoiceFormat("-1#neg|0#zero|0<pos");
        p(c2.format(-3) + c2.format(0) + c2.format(0.1) + Arrays.toString(c2.getLimits()));
        ResourceBundle.Control nf = ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_CLASS);
        ResourceBundle r = ResourceBundle.getBundle("MessageFormats$Res", Locale.ROOT, nf),
            de = ResourceBundle.getBundle("MessageFormats$Res", Locale.GERMANY, nf),
                at = ResourceBundle.getBundle("MessageFormats$Res", new Locale("de", "AT"), nf);
        p(MessageFormat.format(r.getString("hello"), "World") + MessageFormat.format(de.getString("hello"), "Welt") + at.getString("bye")
            + at.getString("hello") + de.getObject("n") + at.getStringArray("arr")[1] + de.getLocale() + at.getLocale() + "[" + r.getLocale() + "]");
        p(new TreeSet<>(at.keySet()) + "" + at.containsKey("n") + de.containsKey("bye") + Collections.list(r.getKeys()).size());
        for (int i = 0; i < 3; i++) System.out.print(new MessageFormat(r.getString("count"), Locale.US).format(new Object[]{i * 1000}) + "; ");
        p(""); try { r.getString("zip"); } catch (MissingResourceException e) {
            p(e.getMessage()); } try { r.getString("n"); } catch (ClassCastException e) {
            p("CCE"); } MessageFormat g = new MessageFormat("{0,number,#0.00} {1}", Locale.GERMANY);
        p(g.format(new Object[]{1.5, "z"}) + g.getLocale() + g.equals(g.clone()));
        g.setFormat(1, NumberFormat.getIntegerInstance(Locale.US)); p(g.format(new Object[]{2, 12345}));
        StringBuffer sb = new StringBuffer("pre "); FieldPosition fp = new FieldPosition(0);
        new MessageFormat("x{0}y").format(new Object[]{"ARG"}, sb, fp); p(sb);
    }
}
