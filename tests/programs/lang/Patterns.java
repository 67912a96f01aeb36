// Sealed types, instanceof patterns with scoping, exhaustive dispatch, text blocks, var, enhanced instanceof.
import java.util.*;
public class Patterns {
    sealed interface Shape permits Circle, Square, Poly { } record Circle(double r) implements Shape {
    } record Square(double s) implements Shape { } static non-sealed class Poly implements Shape {
        int n; Poly(int n) { this.n = n; } } static final class Tri extends Poly {
        Tri() { super(3); } }
    sealed static abstract class Expr { abstract int eval(); static final class Lit extends Expr {
            final int v; Lit(int v) { this.v = v; } int eval() { return v; } } static final class Bin extends Expr {
            final char op; final Expr l, r; Bin(char op, Expr l, Expr r) { this.op = op;
                this.l = l; this.r = r; } int eval() { return switch (op) { case '+' -> l.eval() + r.eval();
                    case '*' -> l.eval() * r.eval(); case '-' -> l.eval() - r.eval(); default -> throw new IllegalStateException("op " + op);
                }; } } }
    static double area(Shape s) { if (s instanceof Circle c) return Math.PI * c.r() * c.r();
        else if (s instanceof Square q) return q.s() * q.s(); else if (s instanceof Tri t && t.n == 3) return 0.5;
        else if (!(s instanceof Poly p)) throw new AssertionError(); else return p.n;
    }
    static String kind(Object o) {
        if (o == null) return "null"; if (o instanceof Integer i && i > 10) return "big int " + (i + 1);
        if (o instanceof Integer i) return "int " + i; if (o instanceof String s && !s.isEmpty() && s.charAt(0) == 'x') return "x-string "
            + s.substring(1);
        if (!(o instanceof CharSequence cs)) return o instanceof int[] a ? "ints " + a.length : o instanceof List<?> l && l.size() > 1 ? "list "
            + l.get(1) : "other " + o.getClass().getSimpleName();
        return "chars " + cs.length();
    }
    static String show(Expr e) { if (e instanceof Expr.Lit l) return "" + l.v;
        if (e instanceof Expr.Bin b) return "(" + show(b.l) + b.op + show(b.r) + ")";
        return "?"; }
    static Expr parse(String s, int[] p) { Expr l = term(s, p); while (p[0] < s.length() && (s.charAt(p[0]) == '+' || s.charAt(p[0]) == '-')) {
            char op = s.charAt(p[0]++); l = new Expr.Bin(op, l, term(s, p)); } return l;
    }
    static Expr term(String s, int[] p) { Expr l = atom(s, p); while (p[0] < s.length() && s.charAt(p[0]) == '*') {
            p[0]++; l = new Expr.Bin('*', l, atom(s, p)); } return l; }
    static Expr atom(String s, int[] p) { if (s.charAt(p[0]) == '(') { p[0]++;
            Expr e = parse(s, p); p[0]++; return e; } int v = 0;
                while (p[0] < s.length() && Character.isDigit(s.charAt(p[0]))) v = v * 10 + s.charAt(p[0]++) - '0';
        return new Expr.Lit(v); }
    public static void main(String[] args) {
        for (Shape s : new Shape[]{new Circle(2), new Square(3), new Tri(), new Poly(8)}) System.out.println(s.getClass().getSimpleName() + " "
            + area(s));
        try { area(null); } catch (AssertionError e) { System.out.println(e); }
        for (Object o : new Object[]{null, 5, 50, "xyz", "abc", "", new StringBuilder("sb"), new int[3], List.of(1, 2), List.of(1), 2.5,
            'c'}) System.out.println(kind(o));
        for (String s : new String[]{"1+2*3", "(1+2)*3", "10-2-3", "2*(3+4)*5-6", "((7))"}) {
            Expr e = parse(s, new int[1]); System.out.println(show(e) + " = " + e.eval());
        }
        try { new Expr.Bin('/', new Expr.Lit(1), new Expr.Lit(2)).eval(); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        System.out.println(Shape.class.isSealed() + " " + Poly.class.isSealed() + " "
            + Arrays.stream(Shape.class.getPermittedSubclasses()).map(Class::getSimpleName).toList());
        String tb = """
            Hello, "world"!
              indented \
            joined
            tab\there	raw trailing   
            keep\s\s
            quotes \""" end
            unicode \u00e9 \101
            """;
        System.out.print(tb.replace(' ', '.')); System.out.println(tb.length() + " " + tb.lines().count());
        String nl = """
            no newline at end"""; System.out.println("[" + nl + "]"); System.out.println("""
            %s is %d years""".formatted("Bob", 42));
        var map = new TreeMap<String, List<Integer>>(); for (var w : "a bb cc d".split(" ")) map.computeIfAbsent(w, k -> new ArrayList<>()).add(w.length()); for (var e : map.entrySet()) System.out.print(e.getKey() + e.getValue()); System.out.println();
        Object o = "pattern"; boolean both = o instanceof String s && s.length() == 7; System.out.println(both); while (!(o instanceof Integer n)) { o = o instanceof String t ? t.length() : 0; } System.out.println(n + 1);
        System.out.println("  x\n    y\n".stripIndent().replace("\n", "|") + "a\\tb".translateEscapes() + "q".indent(2).length());
    }
}
