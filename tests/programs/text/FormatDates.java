// String.format date/time conversions on fixed instants and java.time values, Formattable, toString of objects.
import java.time.*;
import java.util.*;
public class FormatDates {
    static void f(String s, Object... a) {
        try { System.out.println(s + " -> [" + String.format(Locale.US, s, a) + "]"); }
        catch (IllegalFormatException | java.time.DateTimeException e) { System.out.println(s + " -> " + e.getClass().getSimpleName() + ": "
            + e.getMessage());
        }
    }
    static class Money implements Formattable {
        public void formatTo(Formatter f, int flags, int w, int pr) { f.format("Money(%d,%d,%d)", flags, w, pr); }
    }
    static class Odd { @Override public String toString() { return null; } }
    public static void main(String[] args) {
        ZonedDateTime z = ZonedDateTime.of(2023, 3, 5, 14, 7, 9, 123456789, ZoneId.of("Europe/Paris"));
        LocalDateTime l = z.toLocalDateTime();
        Calendar c = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US);
        c.setTimeInMillis(1_000_000_000_123L);
        for (char k : "HIklMSLNpzZsQBbhAaCYyjmdeRTrDFc".toCharArray()) { f("%t" + k, z); f("%T" + k, c); }
        f("%tY-%<tm-%<td", l); f("%1$tH:%1$tM", l); f("%tZ", l); f("%ts", l); f("%tQ", l.toLocalDate());
        f("%tH", l.toLocalDate()); f("%tY", l.toLocalTime()); f("%tF %tT", l, l);
        f("%tQ", 5L); f("%ts", new Date(86_400_000L)); f("%tQ", "str"); f("%tY", (Object) null); f("%t", z); f("%tG", z); f("%10tY|%-10tB|", z, z);
        f("%s %10s %-12.3s %S %#s", new Money(), new Money(), new Money(), new Money(), new Money());
        f("%s %s %s %s %s", new int[0].length, List.of(1, 2), Map.of("k", 1), Optional.of(3), new Odd());
        f("%s %s %s %s", null, 'c', 1.5f, Thread.State.NEW); f("%s", (Object[]) null);
        f("%s %s", new Object[]{1, new Object[]{2}.length}); f("%#s", "x"); f("%s", Locale.US);
        System.out.println(String.format(Locale.GERMANY, "%tB %<tA %<tb %<ta", z) + " " + String.format(Locale.FRANCE, "%tB %<tA", z) + " "
            + String.format(Locale.JAPAN, "%tB %<tA", z));
        Formatter fm = new Formatter(new StringBuilder("pre:"), Locale.US); fm.format("%d", 1).format("%s", "x");
        System.out.println(fm.out() + " " + fm.locale()); fm.flush(); fm.close();
        try { fm.out(); } catch (FormatterClosedException e) { System.out.println(e);
        } Instant i = Instant.ofEpochSecond(1); f("%s %s %s", i, Duration.ofSeconds(3661), Period.of(1, 2, 3));
        f("%s", z); f("%tc", z); f("%tr %tD", z, z); f("%tp %Tp", z, z); f("%td/%te/%tj", l, l, l);
    }
}
