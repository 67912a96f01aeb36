// Apache commons-text: templates, distances, escapes, word wraps.
// jars: commons-text.jar commons-lang3.jar
import java.util.Map;
import org.apache.commons.text.*;
import org.apache.commons.text.similarity.*;

public class UseText {
    public static void main(String[] args) throws Exception {
        System.out.println(new StringSubstitutor(Map.of("who", "world", "n", "3")).replace("hello ${who} ${n} ${none:-default}"));
        System.out.println(new LevenshteinDistance().apply("abc", "abd") + " " + new JaroWinklerSimilarity().apply("martha", "marhta") + " " + new FuzzyScore(java.util.Locale.ENGLISH).fuzzyScore("Workshop", "wso"));
        System.out.println(StringEscapeUtils.escapeHtml4("<a> & é") + " " + StringEscapeUtils.unescapeJava("\\u0041\\n").trim() + " " + StringEscapeUtils.escapeCsv("a,b"));
        System.out.println(WordUtils.wrap("the quick brown fox jumps", 10) + " " + WordUtils.capitalizeFully("a FEW words"));
    }
}
