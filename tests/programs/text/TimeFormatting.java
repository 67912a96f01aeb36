// DateTimeFormatter: patterns, ISO formatters, localized styles, builders, parsing, resolver styles, errors.
import java.time.*;
import java.time.format.*;
import java.time.temporal.*;
import java.util.*;
public class TimeFormatting {
    static void p(Object o) { System.out.println(String.valueOf(o).replace('\u202f', '~').replace('\u00a0', '_')); }
    static void ex(Runnable r) { try { r.run(); p("ok"); } catch (RuntimeException e) { p(e.getClass().getSimpleName() + " " + e.getMessage()); } }
    public static void main(String[] args) {
        ZonedDateTime z = ZonedDateTime.of(2022, 9, 4, 7, 8, 9, 10_203_040, ZoneId.of("America/Los_Angeles"));
        for (String pat : new String[]{"yyyy-MM-dd HH:mm:ss", "uuuu/M/d", "yy MMM LLL MMMM MMMMM", "E EEEE EEEEE e c", "h:mm a", "K k H",
            "S SSS SSSSSS n N A", "Q QQ QQQ QQQQ", "w W D F", "G GGGG", "VV z zzzz", "O OOOO X XXX x xxxx Z ZZZZ", "'quoted' ''", "yyyy[-MM[-dd]]",
                "ppppH", "B", "YYYY-'W'ww-e", "yyyyyy", "g"}) p(pat + " | " + DateTimeFormatter.ofPattern(pat, Locale.US).format(z) + " | "
                    + DateTimeFormatter.ofPattern(pat, Locale.GERMANY).format(z) + " | "
                    + DateTimeFormatter.ofPattern(pat, Locale.FRANCE).format(z.plusMonths(5).plusHours(9)));
        for (DateTimeFormatter f : List.of(DateTimeFormatter.ISO_DATE, DateTimeFormatter.ISO_LOCAL_DATE_TIME, DateTimeFormatter.ISO_OFFSET_DATE_TIME,
            DateTimeFormatter.ISO_ZONED_DATE_TIME, DateTimeFormatter.BASIC_ISO_DATE, DateTimeFormatter.ISO_WEEK_DATE,
                DateTimeFormatter.ISO_ORDINAL_DATE, DateTimeFormatter.ISO_INSTANT, DateTimeFormatter.RFC_1123_DATE_TIME,
                    DateTimeFormatter.ISO_TIME)) p(f.format(z) + " " + f);
        for (FormatStyle s : FormatStyle.values()) for (Locale l : List.of(Locale.US, Locale.UK, Locale.GERMANY, Locale.FRANCE, Locale.JAPAN)) p(s
            + " " + l + " " + DateTimeFormatter.ofLocalizedDate(s).withLocale(l).format(z) + " | "
            + DateTimeFormatter.ofLocalizedDateTime(s).withLocale(l).format(z)
            + (s == FormatStyle.SHORT || s == FormatStyle.MEDIUM ? " | " + DateTimeFormatter.ofLocalizedTime(s).withLocale(l).format(z) : ""));
        p(LocalDate.parse("05-03-2020", DateTimeFormatter.ofPattern("dd-MM-yyyy")) + " "
            + LocalDateTime.parse("20200102 0304", DateTimeFormatter.ofPattern("yyyyMMdd HHmm"))
            + LocalTime.parse("3:05 PM", DateTimeFormatter.ofPattern("h:mm a", Locale.US))
            + LocalDate.parse("Mar 5, 21", DateTimeFormatter.ofPattern("MMM d, yy", Locale.US))
            + LocalDate.parse("2020-W10-3", DateTimeFormatter.ISO_WEEK_DATE)
            + ZonedDateTime.parse("Tue, 3 Jun 2008 11:05:30 GMT", DateTimeFormatter.RFC_1123_DATE_TIME)
            + LocalDate.parse("2020-060", DateTimeFormatter.ISO_ORDINAL_DATE)
            + Instant.from(DateTimeFormatter.ISO_INSTANT.parse("2020-01-01T00:00:00Z")));
        ex(() -> LocalDate.parse("2020-13-01")); ex(() -> LocalDate.parse("2021-02-29"));
        ex(() -> LocalDate.parse("20-1-1", DateTimeFormatter.ofPattern("yyyy-M-d")));
        ex(() -> LocalTime.parse("25:00")); ex(() -> DateTimeFormatter.ofPattern("foo"));
        ex(() -> DateTimeFormatter.ofPattern("yyyy'")); ex(() -> DateTimeFormatter.ofPattern("HH:mm").format(LocalDate.EPOCH));
        ex(() -> DateTimeFormatter.ISO_INSTANT.format(LocalDateTime.MIN)); ex(() -> LocalDate.parse("2020-01-01 extra"));
        ex(() -> LocalDateTime.parse("2020-01-01", DateTimeFormatter.ISO_DATE));
        DateTimeFormatter f = DateTimeFormatter.ofPattern("uuuu-MM-dd"); for (ResolverStyle rs : ResolverStyle.values()) try {
            p(rs + " " + LocalDate.parse("2021-02-30", f.withResolverStyle(rs))); } catch (DateTimeParseException e) {
            p(rs + " " + e.getMessage()); } DateTimeFormatter b = new DateTimeFormatterBuilder().parseCaseInsensitive().appendPattern("d MMM uuuu").optionalStart().appendLiteral(" at ").appendValue(ChronoField.HOUR_OF_DAY, 2).optionalEnd().parseDefaulting(ChronoField.HOUR_OF_DAY, 6).appendFraction(ChronoField.NANO_OF_SECOND, 0, 3, true).toFormatter(Locale.US);
        p(b.parse("4 jUL 1999 at 17").get(ChronoField.HOUR_OF_DAY) + " " + LocalDate.from(b.parse("1 jan 2000")) + " "
            + b.parse("1 JAN 2000").get(ChronoField.HOUR_OF_DAY) + " " + b.format(z));
        DateTimeFormatter q = new DateTimeFormatterBuilder().appendText(ChronoField.MONTH_OF_YEAR,
            Map.of(1L, "one", 9L, "nine")).appendLiteral('/').appendValueReduced(ChronoField.YEAR, 2, 2, 1950).padNext(5,
                '*').appendValue(ChronoField.DAY_OF_MONTH).toFormatter();
        p(q.format(z) + " " + LocalDate.from(q.parse("one/49****3"))); TemporalAccessor ta = DateTimeFormatter.ofPattern("HH:mm").parse("12:34");
        p(ta.isSupported(ChronoField.MINUTE_OF_HOUR) + "" + ta.isSupported(ChronoField.YEAR) + ta.query(TemporalQueries.localTime())
            + ta.query(TemporalQueries.localDate()) + ta);
        p(DateTimeFormatter.ISO_DATE.withZone(ZoneId.of("Asia/Tokyo")).format(Instant.EPOCH)
            + DateTimeFormatter.ofPattern("EEE", Locale.JAPAN).format(z)
            + f.withDecimalStyle(DecimalStyle.STANDARD.withZeroDigit('\u0660')).format(z)
            + DateTimeFormatter.ofPattern("MMMM", new Locale("pl")).format(z) + DateTimeFormatter.ofPattern("LLLL", new Locale("pl")).format(z));
        Object best = DateTimeFormatter.ofPattern("uuuu-MM-dd[ HH:mm]").parseBest("2020-01-01", LocalDateTime::from, LocalDate::from);
        p(best.getClass().getSimpleName() + best);
    }
}
