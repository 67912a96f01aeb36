// One Matcher for all: it remembers where it is in which text.
// expect race java.util.regex.Matcher @match @match
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class SharedMatcher {
    static final Matcher words = Pattern.compile("[a-z]+").matcher("");

    static boolean isWord(String text) {
        return words.reset(text).matches(); // @match
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> isWord("one"));
        Thread u = new Thread(() -> isWord("two"));
        t.start();
        u.start();
        t.join();
        u.join();
    }
}
