// Optional: creation, map, flatMap, filter, or, ifPresentOrElse, stream, exceptions, chains.
import java.util.*;
import java.util.stream.*;
public class Optionals {
    record Addr(String city, String zip) { Optional<String> zipOpt() { return Optional.ofNullable(zip); } }
    record User(String name, Addr addr) { Optional<Addr> addrOpt() { return Optional.ofNullable(addr); } }
    static void p(Object o) { System.out.println(o); }
    static int calls; static String dflt() { calls++; return "default"; }
    static Optional<Integer> parse(String s) { try { return Optional.of(Integer.parseInt(s));
        } catch (NumberFormatException e) { return Optional.empty(); } }
    static String zip(User u) { return Optional.ofNullable(u).flatMap(User::addrOpt).flatMap(Addr::zipOpt).filter(z -> z.length() == 5).map(z -> "zip " + z).orElse("none");
    }
    public static void main(String[] args) {
        Optional<String> a = Optional.of("val"), e = Optional.empty();
        p(a + " " + e + " " + Optional.ofNullable(null) + " " + a.isPresent() + e.isPresent() + e.isEmpty() + " " + a.get() + " "
            + a.equals(Optional.of("val")) + e.equals(Optional.empty()) + " " + a.hashCode() + e.hashCode());
        p(a.map(String::length) + " " + e.map(String::length) + " " + a.map(x -> null) + " " + a.filter(s -> s.startsWith("v"))
            + a.filter(String::isEmpty) + " " + a.flatMap(s -> Optional.of(s + "!")) + e.flatMap(s -> Optional.of(1)));
        p(a.orElse("x") + e.orElse("x") + e.orElse(null) + a.orElseGet(Optionals::dflt) + calls + e.orElseGet(Optionals::dflt) + calls
            + a.orElse(dflt()) + calls);
        p(a.or(() -> Optional.of("z")) + " " + e.or(() -> Optional.of("z")) + " " + e.or(Optional::empty) + " " + a.stream().toList()
            + e.stream().count());
        a.ifPresent(s -> p("present " + s)); e.ifPresent(s -> p("never")); a.ifPresentOrElse(s -> p("yes " + s), () -> p("no"));
        e.ifPresentOrElse(s -> p("yes " + s), () -> p("no"));
        try { e.get(); } catch (NoSuchElementException x) { p(x.getMessage()); }
        try { e.orElseThrow(); } catch (NoSuchElementException x) { p(x.getMessage()); }
        try { e.orElseThrow(() -> new IllegalStateException("custom")); } catch (IllegalStateException x) { p(x.getMessage()); }
        try { Optional.of(null); } catch (NullPointerException x) { p("NPE of"); }
        try { a.flatMap(s -> null); } catch (NullPointerException x) { p("NPE flatMap"); }
        try { e.orElseGet(null); } catch (NullPointerException x) { p("NPE get"); }
        p(zip(null) + "," + zip(new User("a", null)) + "," + zip(new User("a", new Addr("c", null))) + "," + zip(new User("a", new Addr("c", "12")))
            + "," + zip(new User("a", new Addr("c", "12345"))));
        p(Stream.of("1", "x", "3", "", "5").map(Optionals::parse).flatMap(Optional::stream).mapToInt(i -> i).sum() + " "
            + Stream.of("q", "7", "8").map(Optionals::parse).filter(Optional::isPresent).findFirst().get());
        p(Optional.of(Optional.of(1)) + " " + Optional.of(List.of()) + " "
            + Optional.of(5).map(i -> i * 2).filter(i -> i > 5).map(Integer::toBinaryString).orElse("-") + " "
            + Optional.of(1).stream().mapToInt(i -> i).sum());
        OptionalInt oi = OptionalInt.of(4); OptionalDouble od = OptionalDouble.empty(); OptionalLong ol = OptionalLong.of(1L << 40);
        p(oi + " " + od + " " + ol + " " + oi.getAsInt() + oi.isPresent() + od.isEmpty() + od.orElse(0.5) + ol.orElseThrow()
            + oi.equals(OptionalInt.of(4)) + oi.hashCode() + OptionalDouble.of(0.0).equals(OptionalDouble.of(-0.0)));
        oi.ifPresentOrElse(i -> p("int " + i), () -> p("none")); try { od.getAsDouble();
        } catch (NoSuchElementException x) { p(x.getMessage()); } Map<String, Integer> m = Map.of("k", 1);
        p(Optional.ofNullable(m.get("k")).map(i -> i + 1) + " " + Optional.ofNullable(m.get("z")).map(i -> i + 1));
        Optional<Number> num = Optional.<Number>of(1).or(() -> Optional.of(2.0));
        p(num.map(Object::getClass).map(Class::getSimpleName));
            p(Stream.of(3, 9, 4).max(Integer::compare).map(i -> i * i).get() + " "
                + Stream.<Integer>empty().max(Integer::compare).map(i -> i * i).isPresent() + " "
                + IntStream.of(3, 9).mapToObj(i -> i % 2 == 0 ? Optional.of(i) : Optional.<Integer>empty()).toList());
    }
}
