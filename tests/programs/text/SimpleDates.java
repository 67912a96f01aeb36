// SimpleDateFormat and DateFormat with fixed zones and locales, parsing, leniency, calendars.
import java.text.*;
import java.util.*;
public class SimpleDates {
    static void p(Object o) { System.out.println(String.valueOf(o).replace('\u202f', '~').replace('\u00a0', '_')); }
    static SimpleDateFormat f(String pat, Locale l, String z) { SimpleDateFormat f = new SimpleDateFormat(pat, l);
        f.setTimeZone(TimeZone.getTimeZone(z)); return f; }
    public static void main(String[] args) throws Exception {
        Date d = new Date(1_234_567_890_123L), e = new Date(0), o = new Date(-62_135_596_800_000L);
        for (String pat : new String[]{"yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "EEE, d MMM yyyy HH:mm:ss Z", "EEEE MMMM dd yy G", "h:mm a z",
            "D F E u w W k K", "yyyyy.MMMMM.dd hh:mm aaa", "''yy''", "X XX XXX", "S SS SSS SSSS", "Y-'W'ww", "zzzz", "M/d/y", "LLLL"}) p(pat + " | "
                + f(pat, Locale.US, "UTC").format(d) + " | " + f(pat, Locale.US, "America/New_York").format(d) + " | "
                + f(pat, Locale.US, "Asia/Kolkata").format(e) + " | " + f(pat, Locale.GERMANY, "Europe/Berlin").format(d) + " | "
                + f(pat, Locale.FRANCE, "UTC").format(o));
        for (int s : new int[]{DateFormat.SHORT, DateFormat.MEDIUM, DateFormat.LONG, DateFormat.FULL}) for (Locale l : new Locale[]{Locale.US,
            Locale.UK, Locale.GERMANY, Locale.FRANCE, Locale.JAPAN}) {
            DateFormat x = DateFormat.getDateTimeInstance(s, s, l); x.setTimeZone(TimeZone.getTimeZone("UTC"));
            p(l + " " + x.format(d)); }
        String[][] in = {{"yyyy-MM-dd", "2020-02-29"}, {"yyyy-MM-dd", "2021-02-30"}, {"dd/MM/yy", "01/02/45"}, {"dd/MM/yy", "01/02/99"},
            {"HH:mm", "25:61"}, {"MMM d, yyyy", "Mar 5, 2019"}, {"yyyyMMddHHmmss", "20010203040506"}, {"EEE d MMM", "Fri 3 Jan"},
                {"yyyy-MM-dd HH:mm z", "2020-01-01 00:00 PST"}, {"yyyy-MM-dd HH:mm Z", "2020-01-01 00:00 +0530"}, {"hh a", "12 AM"}, {"yyyy", "abcd"},
                    {"yyyy-MM-dd", "2020/01/01"}, {"d MMMM", "1 Foo"}, {"SSS", "7"}, {"XXX", "+02:00"}};
        for (String[] a : in) for (boolean len : new boolean[]{true, false}) { SimpleDateFormat x = f(a[0], Locale.US, "UTC");
            x.setLenient(len); x.set2DigitYearStart(new Date(0)); try { p(a[1] + " " + len + " " + x.parse(a[1]).getTime());
            } catch (ParseException ex) { p(ex.getMessage() + " " + ex.getErrorOffset());
            } }
        try { new SimpleDateFormat("bogus Q"); } catch (IllegalArgumentException ex) {
            p(ex.getMessage()); } try { new SimpleDateFormat("'open"); } catch (IllegalArgumentException ex) {
            p(ex.getMessage()); } ParsePosition pp = new ParsePosition(4);
                p(f("yyyy", Locale.US, "UTC").parse("xxxx1999yy", pp).getTime() + " " + pp.getIndex());
        DateFormatSymbols sy = new DateFormatSymbols(Locale.GERMANY);
            p(Arrays.toString(sy.getShortWeekdays()) + Arrays.toString(sy.getMonths()) + Arrays.toString(sy.getAmPmStrings())
                + Arrays.toString(new DateFormatSymbols(Locale.US).getEras()));
        GregorianCalendar c = new GregorianCalendar(TimeZone.getTimeZone("Europe/London"), Locale.UK);
        c.clear(); c.set(2021, Calendar.MARCH, 28, 0, 30); SimpleDateFormat lf = f("yyyy-MM-dd HH:mm z", Locale.UK, "Europe/London");
        for (int i = 0; i < 4; i++) { p(lf.format(c.getTime())); c.add(Calendar.HOUR, 1);
        } c.clear(); c.set(1582, Calendar.OCTOBER, 4); c.add(Calendar.DATE, 1);
        p(f("yyyy-MM-dd", Locale.US, "Europe/London").format(c.getTime()) + c.get(Calendar.DAY_OF_WEEK));
        c.clear(); c.set(2020, 0, 1); p(c.get(Calendar.WEEK_OF_YEAR) + " " + c.getFirstDayOfWeek() + c.getMinimalDaysInFirstWeek()
            + new GregorianCalendar(Locale.US).getFirstDayOfWeek() + c.getDisplayName(Calendar.MONTH, Calendar.LONG, Locale.FRANCE)
            + c.getMaximum(Calendar.DAY_OF_YEAR));
        c.setLenient(false); c.set(Calendar.MONTH, 13); try { c.getTime(); } catch (IllegalArgumentException ex) {
            p(ex.getMessage()); } SimpleTimeZone st = new SimpleTimeZone(3600000, "X", Calendar.MARCH, -1, Calendar.SUNDAY, 7200000, Calendar.OCTOBER,
                -1, Calendar.SUNDAY, 7200000);
        p(st.getOffset(1_600_000_000_000L) + " " + st.inDaylightTime(new Date(1_610_000_000_000L)) + TimeZone.getTimeZone("GMT+5:30").getRawOffset()
            + TimeZone.getTimeZone("UTC").getDisplayName(Locale.US));
        p(f("yyyy", Locale.US, "UTC").toPattern() + f("d", Locale.US, "UTC").equals(f("d", Locale.US, "UTC"))
            + f("yyyy-MM-dd", Locale.US, "UTC").format(new Date(Long.MAX_VALUE / 1000)));
    }
}
