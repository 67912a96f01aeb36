// DecimalFormat and NumberFormat: patterns, rounding modes, locales, currency, percent, compact, parsing.
import java.math.*;
import java.text.*;
import java.util.*;
public class DecimalFormats {
    static void p(Object o) { System.out.println(String.valueOf(o).replace('\u00a0', '_').replace('\u202f', '~')); }
    static final DecimalFormatSymbols US = DecimalFormatSymbols.getInstance(Locale.US);
    public static void main(String[] args) throws Exception {
        double[] ds = {0, -0.0, 1, -1, 0.5, 1.5, 2.5, 1234.5678, -98765.4321, 1e10, 1e-7, 0.005, 0.015, 123456789.0, Double.NaN,
            Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Long.MAX_VALUE};
        for (String pat : new String[]{"0", "#", "0.00", "#.##", "#,##0", "#,##0.00", "000.0", "0.###E0", "##0.#E0", "00.00E00", "0%", "0.0%",
            "\u2030 0", "$#,##0.00;($#,##0.00)", "'#'0", "0.0#;-", "#,####", "a0b", "\u00a4#,##0.00", "0.00'x'"}) {
            DecimalFormat f = new DecimalFormat(pat, US); StringBuilder sb = new StringBuilder();
            for (double d : ds) sb.append(f.format(d)).append(' ');
                p(pat + ": " + sb + f.format(12345L) + " " + f.format(new BigDecimal("1234567890123456789.987654321")) + " "
                    + f.format(new BigInteger("-99999999999999999999")) + " " + f.toPattern());
        }
        for (RoundingMode m : RoundingMode.values()) { DecimalFormat f = new DecimalFormat("0.0", US);
            f.setRoundingMode(m); StringBuilder sb = new StringBuilder();
                for (double d : new double[]{0.25, 0.35, -0.25, 0.05, 1.0, 1.11, -1.19}) try {
                sb.append(f.format(d)).append(' '); } catch (ArithmeticException e) { sb.append("AE ");
            } p(m + " " + sb); }
        for (Locale l : new Locale[]{Locale.US, Locale.GERMANY, Locale.FRANCE, new Locale("de", "CH"), new Locale("en", "IN"), Locale.JAPAN,
            new Locale("pt", "BR"), Locale.ROOT}) p(l + " " + NumberFormat.getInstance(l).format(1234567.891) + " "
                + NumberFormat.getIntegerInstance(l).format(2.5) + " " + NumberFormat.getPercentInstance(l).format(0.256) + " "
                + (l.getCountry().isEmpty() ? "" : NumberFormat.getCurrencyInstance(l).format(-1234.5)));
        for (long n : new long[]{0, 999, 1000, 12345, 999999, 1_500_000,
            7_000_000_000L}) System.out.print(NumberFormat.getCompactNumberInstance(Locale.US, NumberFormat.Style.SHORT).format(n) + " "
                + NumberFormat.getCompactNumberInstance(Locale.US, NumberFormat.Style.LONG).format(n) + "; ");
        p("");
        NumberFormat nf = NumberFormat.getInstance(Locale.US); nf.setMaximumFractionDigits(1);
        nf.setMinimumFractionDigits(1); nf.setMinimumIntegerDigits(3); nf.setGroupingUsed(false);
        p(nf.format(1.26) + nf.format(12345) + nf.getMaximumFractionDigits());
            for (String s : new String[]{"1,234.5", "-7", "12abc", "abc", "1e5", "", "1.5.5", " 1", "∞", "99999999999999999999"}) try {
            Number v = NumberFormat.getInstance(Locale.US).parse(s); p(s + " = " + v + " " + v.getClass().getSimpleName());
        } catch (ParseException e) { p(e.getMessage() + " @" + e.getErrorOffset());
        } DecimalFormat bd = new DecimalFormat("#,##0.0", US); bd.setParseBigDecimal(true);
        p(bd.parse("12,345.678901234567890123") + " " + bd.parse("5").getClass().getSimpleName());
        ParsePosition pp = new ParsePosition(3); p(NumberFormat.getInstance(Locale.GERMANY).parse("abc1.234,5xyz", pp) + " " + pp.getIndex());
        DecimalFormat pf = new DecimalFormat("0%", US); p(pf.parse("45%") + " " + pf.getMultiplier());
        DecimalFormatSymbols sy = new DecimalFormatSymbols(Locale.US); sy.setDecimalSeparator('|');
        sy.setGroupingSeparator('_'); sy.setMinusSign('~'); DecimalFormat cf = new DecimalFormat("#,##0.0#", sy);
        p(cf.format(-1234567.891) + " " + cf.parse("1_234|5")); cf.setPositivePrefix("+");
        cf.setNegativeSuffix("!"); cf.setDecimalSeparatorAlwaysShown(true); cf.setGroupingSize(2);
        p(cf.format(123456) + cf.format(-5) + cf.getGroupingSize());
            p(US.getDecimalSeparator() + "" + US.getGroupingSeparator() + US.getPercent() + US.getInfinity() + US.getNaN() + US.getCurrencySymbol()
                + US.getExponentSeparator() + US.getZeroDigit());
        for (String bad : new String[]{"0.0.0", "#0#", "0,0.0,0", "'"}) try { new DecimalFormat(bad, US);
            p(bad + " ok"); } catch (IllegalArgumentException e) { p(e.getMessage());
        } try { new DecimalFormat("0").format("str"); } catch (IllegalArgumentException e) {
            p(e.getMessage()); } NumberFormat cu = NumberFormat.getCurrencyInstance(Locale.US);
        cu.setCurrency(Currency.getInstance("EUR")); p(cu.format(9.99) + " " + cu.getCurrency());
        cu.setCurrency(Currency.getInstance("JPY")); p(cu.format(9.99)); FieldPosition fp = new FieldPosition(NumberFormat.FRACTION_FIELD);
        StringBuffer sb = new StringBuffer(); new DecimalFormat("0.000", US).format(3.14159, sb, fp);
        p(sb + " " + fp.getBeginIndex() + "-" + fp.getEndIndex()); p(new DecimalFormat("0.0", US).equals(new DecimalFormat("0.0", US)));
    }
}
