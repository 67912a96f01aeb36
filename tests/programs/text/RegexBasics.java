// Regular expressions: groups, quantifiers, classes, anchors, flags, lookaround, backreferences, find loops.
import java.util.*;
import java.util.regex.*;
public class RegexBasics {
    static void find(String re, String in, int... fl) {
        try { Matcher m = Pattern.compile(re, fl.length > 0 ? fl[0] : 0).matcher(in);
            StringBuilder sb = new StringBuilder(); while (m.find()) { sb.append(m.start()).append('-').append(m.end()).append('[').append(m.group());
                for (int g = 1; g <= m.groupCount(); g++) sb.append('|').append(m.group(g));
                sb.append("] "); } System.out.println(re + " in " + in.replace("\n", "\\n").replace("\r", "\\r") + ": " + sb);
        }
        catch (PatternSyntaxException e) { System.out.println(re + ": " + e.getDescription() + " @" + e.getIndex()); }
    }
    public static void main(String[] args) {
        find("a*", "baaac"); find("a+?", "aaa"); find("(a)(b)?", "abaa"); find("(\\w+)@(\\w+)\\.com", "bob@site.com, al@x.com");
        find("\\d{2,4}", "1 12 123 12345"); find("^\\w+", "one\ntwo", Pattern.MULTILINE);
        find("\\w+$", "one\ntwo\n"); find(".+", "a\nb", Pattern.DOTALL); find("hello", "Hello HELLO", Pattern.CASE_INSENSITIVE);
        find("é", "É", Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE); find("a b # c", "ab", Pattern.COMMENTS);
        find("a.b", "a.b axb", Pattern.LITERAL); find("(?i)x(?-i)Y", "XY Xy");
        find("(?<=\\$)\\d+", "cost $45 and 30"); find("\\d+(?= USD)", "5 USD 6 EUR");
        find("foo(?!bar)", "foobar foobaz"); find("(?<!a)b", "ab cb"); find("(\\w)\\1", "hello aabb");
        find("(?<y>\\d{4})-(?<m>\\d\\d)", "2020-05 1999-12"); find("(?:ab)+", "ababx");
        find("(?>a+)b", "aaab"); find("a++a", "aaa"); find("a*+b", "aaab"); find("[^a-c&&[^x]]", "abcxyz");
        find("[a-z&&[def]]+", "abcdefg"); find("[\\[\\]-]", "a[b]-"); find("\\bcat\\b", "cat concat cat's");
        find("\\Bx", "ax x"); find("\\p{Lu}\\p{Ll}+", "Hello World ÉcoLe"); find("\\p{IsGreek}+", "abc αβγ");
        find("\\p{Punct}", "a,b!"); find("\\x41\\u0042\\t", "AB\t"); find("\\Q.*\\E+", "a.**");
        find("|", "ab"); find("x?", ""); find("\\R", "a\r\nb\nc"); find("\\h+", "a \tb");
        find("(a|ab)(c|bcd)(d*)", "abcd"); find("((a)|b)*", "abab"); find("\\G\\d", "12a3");
        find("\\Aab", "abab"); find("b\\Z", "ab\n"); find(".", "\ud83d\ude00x");
        find("[\ud83d\ude00]", "a\ud83d\ude00"); find("\\X", "e\u0301a"); find("(?s).", "\n");
        find("(?x) a  b", "ab"); find("\\N{LATIN SMALL LETTER A}", "a");
        for (String bad : new String[]{"(", "[a", "a{2", "*", "a**", "\\", "(?<n>a)(?<n>b)", "\\k<z>", "[b-a]", "a{3,1}", "(?<=a+)b", "\\p{Foo}",
            "(?z)", "x{99999999999}", ")"}) find(bad, "a");
        Matcher m = Pattern.compile("(?<k>\\w+)=(?<v>\\w*)").matcher("a=1;b=;=c");
        while (m.find()) System.out.print(m.group("k") + ":" + m.group("v") + "@" + m.start("v") + " ");
        System.out.println(); m.reset("zz=yy"); System.out.println(m.matches() + " " + m.group(2) + m.end("k") + m.toMatchResult().group(1)
            + m.hitEnd() + m.lookingAt());
        try { m.reset(); m.group(); } catch (IllegalStateException e) { System.out.println(e.getMessage());
        } try { m.find(); m.group(9); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage());
        } try { m.group("nope"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage());
        } m = Pattern.compile("b").matcher("abcabc"); System.out.println(m.find(2) + " " + m.start() + m.region(0, 3).find() + m.start() + m.find()
            + m.regionEnd());
        System.out.println(Pattern.matches("[a-f0-9]+", "c0ffee") + " " + "abc".matches("b") + Pattern.compile("x,y").pattern()
            + Pattern.compile("a").flags() + Pattern.quote("a.b\\E") + Pattern.compile("\\d").asPredicate().test("a1")
            + Pattern.compile("\\d").asMatchPredicate().test("a1") + Matcher.quoteReplacement("$1\\"));
        System.out.println(Pattern.compile("(x+x+)+y").matcher("xxxxxxxxxxxxy").matches() + " "
            + Pattern.compile("(a+)+$").matcher("aaaaaaaaaaaaaaaa!").find());
    }
}
