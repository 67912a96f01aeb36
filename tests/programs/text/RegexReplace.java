// Regex replacement and splitting: replaceAll with references and lambdas, appendReplacement, split limits, results().
import java.util.*;
import java.util.regex.*;
import java.util.stream.*;
public class RegexReplace {
    static void p(Object o) { System.out.println(o); }
    static void ex(Runnable r) { try { r.run(); p("ok"); } catch (RuntimeException e) { p(e.getClass().getSimpleName() + " " + e.getMessage()); } }
    static String tpl(String t, Map<String, String> v) { Matcher m = Pattern.compile("\\$\\{(\\w+)(?::([^}]*))?\\}").matcher(t);
        StringBuilder sb = new StringBuilder(); while (m.find()) m.appendReplacement(sb,
            Matcher.quoteReplacement(v.getOrDefault(m.group(1), m.group(2) == null ? "?" : m.group(2))));
        return m.appendTail(sb).toString(); }
    static List<String> lex(String s) { List<String> out = new ArrayList<>();
        Matcher m = Pattern.compile("(?<num>\\d+(?:\\.\\d+)?)|(?<id>[A-Za-z_]\\w*)|(?<op>[-+*/=()])|(?<ws>\\s+)|(?<str>\"(?:[^\"\\\\]|\\\\.)*\")").matcher(s);
        int pos = 0; while (pos < s.length() && m.find(pos) && m.start() == pos) {
            for (String g : new String[]{"num", "id", "op", "str"}) if (m.group(g) != null) out.add(g + ":" + m.group(g));
            pos = m.end(); } out.add("end@" + pos); return out; }
    public static void main(String[] args) {
        p("a1b22c333".replaceAll("(\\d)(\\d*)", "<$1|$2>") + " " + "John Smith".replaceAll("(?<f>\\w+) (?<l>\\w+)", "${l}, ${f}") + " "
            + "aaa".replaceAll("a*", "X") + " " + "abc".replaceAll("", "-") + " " + "x.y.z".replaceFirst("\\.", "\\$") + " "
            + "tel: 555-1234".replaceAll("\\D", "") + " " + "  a  b ".replaceAll("\\s+", " ").trim() + " "
            + "camelCaseString".replaceAll("([A-Z])", "_$1").toLowerCase() + " " + "1234567".replaceAll("(\\d)(?=(\\d{3})+$)", "$1,"));
        ex(() -> "a".replaceAll("a", "$2")); ex(() -> "a".replaceAll("a", "\\"));
        ex(() -> "a".replaceAll("a", "$")); ex(() -> "a".replaceAll("(?<n>a)", "${x}"));
        ex(() -> "a".replaceAll("a", "${")); ex(() -> "a".replaceAll("(", ""));
        p(Pattern.compile("\\d+").matcher("a1b22c").replaceAll(r -> "" + Integer.parseInt(r.group()) * 2) + " "
            + Pattern.compile("\\b\\w").matcher("the quick fox").replaceAll(r -> r.group().toUpperCase()) + " "
            + Pattern.compile("o").matcher("foo boo").replaceFirst(r -> "[" + r.start() + "]") + " "
            + Pattern.compile("x").matcher("none").replaceAll(r -> "q"));
        p(tpl("Hi ${name}, ${greet:welcome} to ${place}! $5 ${x}", Map.of("name", "Bob", "place", "C:\\dir$1")));
        p(lex("x1 = 3.14*(y + \"s\\\"q\") @ z"));
        for (String[] a : new String[][]{{"a,b,,c,,", ","}, {",a", ","}, {"", ","}, {"abc", ""}, {"a1b2", "\\d"}, {"2020-01-02", "-"}, {"a:b:c", ":"},
            {"boo:and:foo", "o"}, {" a b ", " "}, {"x|y", "\\|"}, {"a.b", "."}, {"aXXbXc", "X+"}}) p(Arrays.toString(a[0].split(a[1]))
                + a[0].split(a[1], -1).length + Arrays.toString(a[0].split(a[1], 2)) + Arrays.toString(a[0].split(a[1], 1))
                + Pattern.compile(a[1]).splitAsStream(a[0]).toList());
        p(Arrays.toString("a1b2c3".split("(?<=\\d)")) + Arrays.toString("helloWorldFoo".split("(?=[A-Z])"))
            + Arrays.toString(Pattern.compile("\\s*[;,]\\s*").split("a ; b,c ,d")));
        p(Pattern.compile("(\\w)(\\d)").matcher("a1 b2 c3").results().map(r -> r.group(2) + r.group(1) + r.start(1)
            + r.end(2)).collect(Collectors.joining(",")));
        p(Pattern.compile("[aeiou]").matcher("education").results().count() + " "
            + Arrays.stream("the cat sat on the mat".split(" ")).filter(Pattern.compile("^.at$").asPredicate()).toList());
        Matcher m = Pattern.compile("(a)(b)?").matcher("ab a"); StringBuffer sb = new StringBuffer();
        while (m.find()) m.appendReplacement(sb, m.group(2) == null ? "none" : "$2$1");
        m.appendTail(sb); p(sb); m.usePattern(Pattern.compile("z|a")); m.reset();
        p(m.replaceAll("q") + " " + m.pattern()); String csv = "1,\"a,b\",\"say \"\"hi\"\"\",,x";
        Matcher c = Pattern.compile("\"((?:[^\"]|\"\")*)\"|([^,]*)(?:,|$)").matcher(csv);
        List<String> cells = new ArrayList<>(); Matcher cm = Pattern.compile("(?:^|,)(?:\"((?:[^\"]|\"\")*)\"|([^,\"]*))").matcher(csv);
        while (cm.find()) cells.add(cm.group(1) != null ? cm.group(1).replace("\"\"", "\"") : cm.group(2));
        p(cells + "" + c.find()); p("<b>bold</b> <i>it</i>".replaceAll("<(\\w+)>(.*?)</\\1>", "*$2*") + " " + "a\\b".replaceAll("\\\\", "/") + " "
            + "tab\there".replaceAll("\t", "\\\\t") + " " + "x".replaceAll("x", "\\\\\\$"));
        String big = "word ".repeat(2000); p(big.replaceAll("w(or)d", "$1").length() + " " + big.split(" ").length + " "
            + Pattern.compile("d w").matcher(big).results().count());
        p("192.168.1.255".matches("((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.|$)){4}") + " " + "not-an-ip".matches("\\d+\\..*") + " "
            + "#FFaa00".matches("#(?:[0-9a-fA-F]{3}){1,2}") + " " + "2024-02-30".matches("\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])"));
    }
}
