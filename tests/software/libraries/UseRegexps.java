// RE2/J, ORO, Jakarta regexp, JRegex.
// jars: re2j.jar oro.jar regexp.jar jregex.jar
import com.google.re2j.*;

public class UseRegexps {
    public static void main(String[] args) throws Exception {
        Matcher matcher = Pattern.compile("(\\w+)@(\\w+)\\.org").matcher("to ann@example.org and bob@test.org");
        while (matcher.find()) {
            System.out.println(matcher.group(1) + " at " + matcher.group(2));
        }
        System.out.println(Pattern.matches("(a*)*b", "a".repeat(60)));
        System.out.println(new org.apache.oro.text.perl.Perl5Util().substitute("s/(\\d+)/<$1>/g", "a1b22"));
        System.out.println(new org.apache.regexp.RE("(a+)b").match("xaab") + " " + new jregex.Pattern("(\\d+)-(\\d+)").replacer("$2-$1").replace("1-2"));
    }
}
