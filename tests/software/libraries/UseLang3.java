// Apache commons-lang3: strings, builders, ranges, tuples, reflection.
// jars: commons-lang3.jar
import org.apache.commons.lang3.*;
import org.apache.commons.lang3.builder.*;
import org.apache.commons.lang3.math.*;
import org.apache.commons.lang3.reflect.*;
import org.apache.commons.lang3.time.*;
import org.apache.commons.lang3.tuple.*;

public class UseLang3 {
    static class Point {
        int x = 1;
        String name = "p";
    }

    public static void main(String[] args) throws Exception {
        System.out.println(StringUtils.abbreviate("a long sentence", 9) + " " + StringUtils.capitalize("word") + " " + StringUtils.getLevenshteinDistance("kitten", "sitting"));
        System.out.println(ToStringBuilder.reflectionToString(new Point(), ToStringStyle.SHORT_PREFIX_STYLE) + " " + EqualsBuilder.reflectionEquals(new Point(), new Point()));
        System.out.println(Pair.of(1, "x") + " " + Triple.of(1, 2, 3) + " " + Range.between(1, 5).contains(3));
        System.out.println(NumberUtils.toInt("17", 0) + " " + Fraction.getFraction(6, 8).reduce() + " " + DurationFormatUtils.formatDuration(3661000, "HH:mm:ss"));
        System.out.println(MethodUtils.invokeMethod("abc", "substring", 1) + " " + ArrayUtils.toString(ArrayUtils.addAll(new int[] {1}, 2, 3)) + " " + ClassUtils.getShortClassName(java.util.Map.Entry.class));
    }
}
