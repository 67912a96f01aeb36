// StringJoiner, StringTokenizer, Iterator utilities, Properties, Timer-free helpers, Currency, BitSet streams, Formatter.
import java.util.*;
import java.util.stream.*;
public class SmallUtils {
    static void p(Object o) { System.out.println(o); }
    static void ex(Runnable r) { try { r.run(); p("ok"); } catch (RuntimeException e) {
            p(e.getClass().getSimpleName() + " " + (e instanceof NullPointerException ? "" : e.getMessage()));
        } }
    static class Ev extends EventObject { Ev(Object s) { super(s); } }
    static class Obs { final List<EventListener> ls = new ArrayList<>(); }
    public static void main(String[] args) {
        StringJoiner j = new StringJoiner(", ", "[", "]"); p(j + " " + j.length());
        j.setEmptyValue("EMPTY"); p(j); j.add("a").add("b").add(null); p(j + " " + j.length());
        StringJoiner k = new StringJoiner("-"); k.add("x").add("y"); j.merge(k);
        p(j); p(k.merge(new StringJoiner("!")));
        StringTokenizer t = new StringTokenizer("a b\tc,d", " ,\t", true); p(t.countTokens());
        while (t.hasMoreTokens()) System.out.print("<" + t.nextToken() + ">"); p("");
        StringTokenizer u = new StringTokenizer("k=v;q=r"); p(u.nextToken("=") + u.nextToken(";") + u.hasMoreElements());
        ex(() -> new StringTokenizer("").nextToken());
        Properties pr = new Properties(new Properties() {{ setProperty("def", "d"); }});
        pr.setProperty("b", "2"); pr.setProperty("a", "1"); p(pr.getProperty("a") + pr.getProperty("def") + pr.getProperty("zz")
            + pr.getProperty("zz", "dflt") + pr.get("def") + new TreeSet<>(pr.stringPropertyNames()) + pr.size() + new TreeMap<>(pr));
        pr.put("int", 5); p(pr.getProperty("int") + pr.containsKey("int")); ex(() -> pr.setProperty("n", null));
        UUID id = new UUID(0x1234567890ABCDEFL, 0xFEDCBA0987654321L);
            p(id + " " + id.version() + id.variant() + " " + UUID.fromString("00000001-0002-0003-0004-000000000005") + " "
                + id.compareTo(UUID.fromString("0-0-0-0-1")) + " " + id.hashCode() + id.equals(UUID.fromString(id.toString())));
        ex(() -> UUID.fromString("bad"));
        Formatter f = new Formatter(); f.format("%d-%s;", 1, "a").format("%5.2f", 2.5);
        p(f); f.close(); ex(() -> f.format("x")); p(Currency.getInstance("USD").getCurrencyCode()
            + Currency.getInstance("JPY").getDefaultFractionDigits() + Currency.getInstance(Locale.GERMANY)
            + Currency.getInstance("EUR").getNumericCode());
        ex(() -> Currency.getInstance("XXZ")); Calendar c = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US);
        c.setTimeInMillis(0); p(c.get(Calendar.YEAR) + "/" + c.get(Calendar.MONTH) + "/" + c.get(Calendar.DAY_OF_MONTH) + " "
            + c.get(Calendar.DAY_OF_WEEK));
        c.add(Calendar.MONTH, 13); c.roll(Calendar.DAY_OF_MONTH, -1); c.set(Calendar.HOUR_OF_DAY, 5);
        p(c.getTimeInMillis() + " " + c.getActualMaximum(Calendar.DAY_OF_MONTH) + ((GregorianCalendar) c).isLeapYear(2000));
        p(new Date(0).getTime() + " " + new Date(5).compareTo(new Date(6)) + new Date(1).before(new Date(2)) + new Date(7).equals(new Date(7))
            + new Date(7).toInstant());
        Object src = "source"; Ev ev = new Ev(src); p(ev.getSource() + " " + ev);
        ex(() -> new Ev(null)); Iterator<Integer> it = List.of(1, 2, 3).iterator();
        it.next(); p(StreamSupport.stream(Spliterators.spliteratorUnknownSize(it, 0), false).toList());
        Scanner sc = new Scanner("12 abc 3.5 true\nline two\n0x1F");
            p(sc.nextInt() + sc.next() + sc.nextDouble() + sc.nextBoolean() + sc.nextLine() + "|" + sc.nextLine() + "|" + sc.hasNextInt()
                + sc.nextLine() + sc.hasNext());
        ex(sc::next); Locale l = Locale.forLanguageTag("de-CH");
            p(l + " " + l.getLanguage() + l.getCountry() + l.toLanguageTag() + Locale.US.getDisplayCountry(Locale.US)
                + new Locale("fr", "CA").getDisplayLanguage(Locale.ENGLISH) + new Locale.Builder().setLanguage("sr").setScript("Latn").build());
        TimeZone tz = TimeZone.getTimeZone("America/New_York");
            p(tz.getRawOffset() + " " + tz.inDaylightTime(new Date(1_600_000_000_000L)) + tz.getOffset(1_600_000_000_000L)
                + TimeZone.getTimeZone("Nope/Zone").getID() + tz.getDisplayName(false, TimeZone.SHORT, Locale.US));
        p(Base64.getEncoder().encodeToString("hello?>".getBytes())
            + Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[]{-1, -2, -3, -4}) + new String(Base64.getDecoder().decode("aGk=")));
        ex(() -> Base64.getDecoder().decode("a*b")); p(HexFormat.of().formatHex(new byte[]{1, -1, 127})
            + HexFormat.ofDelimiter(":").withUpperCase().formatHex(new byte[]{10, -5}) + Arrays.toString(HexFormat.of().parseHex("00ff10")));
        ServiceLoader<Obs> none = ServiceLoader.load(Obs.class); p(none.findFirst().isPresent());
        Random r = new Random(5); p(r.nextInt(100) + " " + r.nextBoolean() + r.nextGaussian());
        p(Objects.hash(1, "a") + " " + Optional.ofNullable(System.getProperty("no.such.prop")).isPresent() + OptionalInt.empty());
        DoubleSummaryStatistics ds = DoubleStream.of(1, 2.5).summaryStatistics();
        p(ds); ListIterator<String> li = Collections.<String>emptyListIterator();
        p(li.hasPrevious()); try { throw new MissingResourceException("msg", "cls", "key");
        } catch (MissingResourceException e) { p(e.getMessage() + e.getClassName() + e.getKey());
        } ex(() -> ResourceBundle.getBundle("no.such.bundle", Locale.ROOT)); ex(() -> { throw new InputMismatchException("im"); });
        ex(() -> { throw new EmptyStackException(); }); ex(() -> String.format("%d", "x"));
        ex(() -> String.format("%q", 1)); ex(() -> String.format("%s %s", 1)); ex(() -> String.format("%-d", 1));
        ex(() -> String.format("%.2d", 1));
    }
}
