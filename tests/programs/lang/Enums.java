// Enums: bodies, abstract methods, fields, valueOf, switch, compareTo, EnumMap, EnumSet, interfaces.
import java.util.*;
import java.util.function.*;
public class Enums {
    enum Planet { MERCURY(3.303e+23, 2.4397e6), EARTH(5.976e+24, 6.37814e6), JUPITER(1.9e+27, 7.1492e7);
        final double mass, radius; Planet(double m, double r) { mass = m; radius = r;
        } double g() { return 6.67300E-11 * mass / (radius * radius); } }
    enum Op implements IntBinaryOperator { PLUS("+") { public int applyAsInt(int a, int b) {
                return a + b; } }, TIMES("*") { public int applyAsInt(int a, int b) { return a * b;
            } @Override int prec() { return 2; } }, NEG("-") { public int applyAsInt(int a, int b) {
                return -a; } @Override public String toString() { return "unary-" + super.toString();
            } }; final String sym; private static final Map<String, Op> BY = new HashMap<>();
        static { for (Op o : values()) BY.put(o.sym, o); } Op(String s) { sym = s;
        } int prec() { return 1; } static Op of(String s) { return BY.get(s); }
    }
    enum Level { LOW, MID, HIGH; Level next() { return values()[(ordinal() + 1) % values().length]; } }
    enum Single { INSTANCE; int n; int inc() { return ++n; } } enum Empty {
    } enum Flag { A, B, C, D, E; static final EnumSet<Flag> VOWELS = EnumSet.of(A, E);
        boolean vowel() { return VOWELS.contains(this); } }
    enum State { START { State next(char c) { return Character.isDigit(c) ? NUM : ERR;
            } }, NUM { State next(char c) { return Character.isDigit(c) ? NUM : c == '.' ? FRAC : ERR;
            } }, FRAC { State next(char c) { return Character.isDigit(c) ? FRAC : ERR;
            } }, ERR { State next(char c) { return ERR; } }; abstract State next(char c);
        static State run(String s) { State st = START; for (char c : s.toCharArray()) st = st.next(c);
            return st; } }
    interface Coded { int code(); default String tag() { return getClass().isEnum() + ":" + code();
        } } enum Http implements Coded { OK(200), NOT_FOUND(404); private final int c;
        Http(int c) { this.c = c; } public int code() { return c; } }
    static <E extends Enum<E>> String names(Class<E> c) { StringBuilder b = new StringBuilder();
        for (E e : c.getEnumConstants()) b.append(e.name()).append(e.ordinal()).append(' ');
        return b.toString(); }
    public static void main(String[] args) {
        for (Planet p : Planet.values()) System.out.println(p + " " + p.g() + " " + p.ordinal());
        for (Op o : Op.values()) System.out.println(o + " " + o.name() + " " + o.applyAsInt(6, 7) + " " + o.prec() + " " + o.getClass().getName()
            + " " + o.getDeclaringClass().getName() + " " + Op.of(o.sym));
        System.out.println(Level.valueOf("MID").next() + " " + Level.HIGH.next() + " " + Level.LOW.compareTo(Level.HIGH) + " "
            + Enum.valueOf(Level.class, "LOW"));
        try { Level.valueOf("mid"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage());
        } try { Level.valueOf(null); } catch (NullPointerException e) { System.out.println(e.getMessage());
        }
        Single.INSTANCE.inc(); System.out.println(Single.INSTANCE.inc() + " " + Empty.values().length + " " + Flag.A.vowel() + Flag.B.vowel());
        for (String s : new String[]{"12", "1.5", ".5", "1.2.3", ""}) System.out.print(State.run(s) + " "); System.out.println();
        EnumMap<Level, List<String>> em = new EnumMap<>(Level.class); em.computeIfAbsent(Level.HIGH, k -> new ArrayList<>()).add("h");
        em.computeIfAbsent(Level.LOW, k -> new ArrayList<>()).add("l"); em.put(Level.MID, null);
        System.out.println(em + " " + em.size() + " " + em.containsKey(Level.MID) + em.get(Level.MID) + em.containsValue(null) + " " + em.keySet()
            + em.equals(new HashMap<>(em)));
        em.remove(Level.LOW); System.out.println(em.entrySet().iterator().next() + " " + em.merge(Level.MID, List.of("m"), (a, b) -> a) + " "
            + em.clone());
        EnumSet<Flag> s = EnumSet.range(Flag.B, Flag.D); System.out.println(s + " " + EnumSet.complementOf(s) + " " + EnumSet.allOf(Flag.class)
            + EnumSet.noneOf(Flag.class));
        s.removeIf(Flag::vowel); s.retainAll(EnumSet.of(Flag.C, Flag.E));
            System.out.println(s + " " + s.contains(null) + " " + s.equals(Set.of(Flag.C)));
        System.out.println(names(Flag.class) + names(State.class) + Flag.class.isEnum() + State.NUM.getClass().isEnum() + " " + Http.OK.tag() + " "
            + Http.valueOf("NOT_FOUND").code());
        System.out.println(Flag.A.equals(Flag.A) + " " + (Flag.A == Flag.valueOf("A")) + " " + Flag.values().equals(Flag.values()) + " "
            + Flag.B.compareTo(Flag.E) + " " + Flag.A.describeConstable().isPresent());
        TreeMap<Level, Integer> tm = new TreeMap<>(Comparator.reverseOrder()); for (Level l : Level.values()) tm.put(l, l.name().length());
        System.out.println(tm + " " + Collections.max(Arrays.asList(Level.values())));
        Level[] ls = {Level.HIGH, Level.LOW, Level.MID}; Arrays.sort(ls); System.out.println(Arrays.toString(ls));
        StringBuilder b = new StringBuilder(); for (Level l : ls) switch (l) { case LOW: b.append("l");
            case MID: b.append("m"); break; default: b.append("d"); } System.out.println(b);
        try { ((Comparable) Level.LOW).compareTo(Flag.A); } catch (ClassCastException e) { System.out.println("CCE"); }
        try { ((EnumMap) em).put(Flag.A, null); } catch (ClassCastException e) { System.out.println(e.getMessage()); }
    }
}
