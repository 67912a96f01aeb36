// Locale-dependent data for US, GERMANY, FRANCE and others: names, currencies, case, lists of months, parsing.
import java.text.*;
import java.time.*;
import java.time.format.TextStyle;
import java.util.*;
public class LocaleData {
    static void p(Object o) { System.out.println(String.valueOf(o).replace('\u00a0', '_').replace('\u202f', '~')); }
    public static void main(String[] args) throws Exception {
        Locale[] ls = {Locale.US, Locale.UK, Locale.GERMANY, Locale.FRANCE, Locale.ITALY, Locale.JAPAN, Locale.KOREA, Locale.SIMPLIFIED_CHINESE,
            new Locale("es", "MX"), new Locale("pt", "BR"), new Locale("ru", "RU"), new Locale("tr", "TR"), new Locale("ar", "EG"),
                new Locale("hi", "IN"), new Locale("sv", "SE")};
        for (Locale l : ls) {
            p(l + " " + l.toLanguageTag() + " " + l.getDisplayName(Locale.US) + " / " + l.getDisplayLanguage(l) + " / "
                + l.getDisplayCountry(Locale.GERMANY) + " " + l.getISO3Language() + " " + (l.getCountry().equals("ZZ") ? "-" : l.getISO3Country()));
            p("  " + NumberFormat.getNumberInstance(l).format(-1234567.8915) + " " + NumberFormat.getPercentInstance(l).format(12.345) + " "
                + String.format(l, "%,d %.2f %e", 1234567, 2.5, 12345.678));
            p("  " + DayOfWeek.MONDAY.getDisplayName(TextStyle.FULL, l) + " " + Month.MARCH.getDisplayName(TextStyle.FULL, l) + " "
                + Month.MARCH.getDisplayName(TextStyle.SHORT_STANDALONE, l) + " "
                + Arrays.asList(new DateFormatSymbols(l).getShortMonths()).subList(0, 3) + " "
                + Arrays.toString(new DateFormatSymbols(l).getAmPmStrings()));
            Calendar c = Calendar.getInstance(TimeZone.getTimeZone("UTC"), l); c.setTimeInMillis(0);
            DateFormat d = DateFormat.getDateInstance(DateFormat.LONG, l); d.setTimeZone(TimeZone.getTimeZone("UTC"));
            p("  " + d.format(new Date(0)) + " " + c.getFirstDayOfWeek() + c.getMinimalDaysInFirstWeek() + " "
                + c.getDisplayName(Calendar.DAY_OF_WEEK, Calendar.SHORT, l));
            if (!l.getCountry().equals("ZZ")) { Currency cu = Currency.getInstance(l);
                p("  " + cu + " " + cu.getSymbol(l) + " " + cu.getSymbol(Locale.US) + " " + cu.getDisplayName(Locale.US) + " "
                    + cu.getDefaultFractionDigits() + " " + NumberFormat.getCurrencyInstance(l).format(1234.5));
            }
            p("  " + "TITLE i I".toLowerCase(l) + " " + "title i ı".toUpperCase(l) + " " + DecimalFormatSymbols.getInstance(l).getDecimalSeparator()
                + DecimalFormatSymbols.getInstance(l).getGroupingSeparator() + DecimalFormatSymbols.getInstance(l).getMinusSign()
                + DecimalFormatSymbols.getInstance(l).getZeroDigit() + " "
                + TimeZone.getTimeZone("America/New_York").getDisplayName(true, TimeZone.LONG, l));
        }
        p(NumberFormat.getInstance(Locale.GERMANY).parse("1.234,56") + " " + NumberFormat.getInstance(Locale.US).parse("1,234.56") + " "
            + NumberFormat.getInstance(Locale.FRANCE).parse("12,5"));
        p(Locale.forLanguageTag("zh-Hant-TW-u-ca-roc") + " " + Locale.forLanguageTag("zh-Hant-TW").getScript()
            + Locale.forLanguageTag("en-US-x-private").getExtension('x') + new Locale("iw") + new Locale("he").getLanguage()
            + new Locale("en", "us", "POSIX").getVariant() + Locale.ROOT.toString().isEmpty() + Locale.US.equals(new Locale("en", "US"))
            + Locale.US.hashCode());
        try { new Locale.Builder().setLanguage("toolonglanguage"); } catch (IllformedLocaleException e) {
            p(e.getMessage()); } try { new Locale("en", "XX").getISO3Country(); } catch (MissingResourceException e) {
            p(e.getMessage()); } List<Locale.LanguageRange> lr = Locale.LanguageRange.parse("fr-CA;q=0.5,en;q=0.8,de");
        p(lr + " " + Locale.lookup(lr, List.of(Locale.FRANCE, Locale.ENGLISH)) + Locale.filter(lr, List.of(Locale.GERMANY, Locale.US)));
        p(Locale.getISOCountries().length > 200); Locale old = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY); p(String.format("%.2f", 1.5) + NumberFormat.getInstance().format(1e6) + Locale.getDefault()
            + new DecimalFormat("#,##0.0").format(1234.5));
        Locale.setDefault(old); p(String.format("%.2f", 1.5) + old.getLanguage());
    }
}
