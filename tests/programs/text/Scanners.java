// Scanner over strings: tokens, numbers, delimiters, findInLine, radix, locale, exceptions; StringTokenizer; StreamTokenizer.
import java.io.*;
import java.util.*;
import java.util.regex.*;
public class Scanners {
    static void p(Object o) { System.out.println(o); }
    static void ex(Runnable r) { try { r.run(); p("ok"); } catch (RuntimeException e) { p(e.getClass().getSimpleName() + " " + e.getMessage()); } }
    public static void main(String[] args) throws Exception {
        Scanner s = new Scanner("10 20.5 word true 9999999999 0x1F -7\nsecond line here\n\nlast").useLocale(Locale.US);
        p(s.nextInt() + " " + s.nextDouble() + " " + s.next() + " " + s.nextBoolean() + " " + s.hasNextInt() + s.hasNextLong() + s.nextLong() + " "
            + s.hasNextInt() + s.next() + s.nextByte() + "[" + s.nextLine() + "][" + s.nextLine() + "][" + s.nextLine() + "][" + s.nextLine() + "]"
            + s.hasNextLine());
        ex(s::nextLine); ex(s::nextInt); s.close(); ex(s::next);
        Scanner d = new Scanner("a,b;;c , d").useDelimiter("[,;]"); StringBuilder sb = new StringBuilder();
        while (d.hasNext()) sb.append('<').append(d.next()).append('>'); p(sb + " " + d.delimiter());
        Scanner m = new Scanner("abc 12"); ex(m::nextInt); p(m.next() + m.nextInt());
        ex(() -> new Scanner("300").nextByte()); ex(() -> new Scanner("").next());
        ex(() -> new Scanner("maybe").nextBoolean());
        Scanner f = new Scanner("key: value; n=42 end"); p(f.findInLine("(\\w+): (\\w+)") + " " + f.match().group(2) + " "
            + f.findWithinHorizon("n=(\\d+)", 0) + f.match().group(1) + f.next() + f.findInLine("zzz"));
        p(new Scanner("ff 77 zz").useRadix(16).nextInt() + " " + new Scanner("ff").nextInt(16) + " "
            + new Scanner("1.234,5").useLocale(Locale.GERMANY).nextDouble() + " " + new Scanner("1,234").useLocale(Locale.US).nextInt()
            + new Scanner("123456789012345678901").nextBigInteger() + new Scanner("1.50").useLocale(Locale.US).nextBigDecimal());
        p(new Scanner("x1y2z3").findAll("\\d").map(MatchResult::group).toList() + " " + new Scanner("a b c").tokens().toList()
            + new Scanner("skipme rest").skip("skip\\w+").next() + new Scanner("a1 b2").hasNext("[a-z]\\d")
            + new Scanner("q w").next(Pattern.compile("q")));
        Scanner lines = new Scanner(new StringReader("l1\r\nl2\nl3")); int n = 0;
        while (lines.hasNextLine()) n += lines.nextLine().length(); p(n + " " + lines.ioException());
        Scanner sum = new Scanner("1 2 x 3 4.5 y -6"); int t = 0, bad = 0; while (sum.hasNext()) if (sum.hasNextInt()) t += sum.nextInt();
        else { sum.next(); bad++; } p(t + " " + bad);
        StringTokenizer st = new StringTokenizer("the quick  brown\tfox"); p(st.countTokens());
        while (st.hasMoreTokens()) System.out.print(st.nextToken() + "|"); p("");
        st = new StringTokenizer("a=1;b=2", "=;", true); while (st.hasMoreElements()) System.out.print(st.nextElement() + " ");
        p(""); ex(() -> new StringTokenizer("x").nextToken("x")); ex(() -> new StringTokenizer(null));
        StreamTokenizer k = new StreamTokenizer(new StringReader("x = 3.5 + 'str' // comment\n\"q\\n\" /* block */ -7 a_b end."));
        k.slashSlashComments(true); k.slashStarComments(true); k.eolIsSignificant(true);
        k.wordChars('_', '_'); sb.setLength(0); while (k.nextToken() != StreamTokenizer.TT_EOF) switch (k.ttype) {
            case StreamTokenizer.TT_NUMBER: sb.append("N").append(k.nval); break; case StreamTokenizer.TT_WORD: sb.append("W").append(k.sval);
            break; case StreamTokenizer.TT_EOL: sb.append("EOL"); break; case '\'': case '"': sb.append("S").append(k.sval.replace("\n", "\\n"));
            break; default: sb.append((char) k.ttype); } p(sb + " " + k.lineno()); k = new StreamTokenizer(new StringReader("Hello World 12abc"));
        k.lowerCaseMode(true); k.ordinaryChars('0', '9'); k.wordChars('0', '9');
        k.nextToken(); p(k); k.pushBack(); k.nextToken(); p(k.sval); k.nextToken();
        k.nextToken(); p(k.sval); k.resetSyntax(); p(k.nextToken());
    }
}
