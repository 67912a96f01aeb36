// Uncaught exception from nested calls, inner classes, constructors and a static method chain.
// exit: 1
public class UncaughtNested {
    static class Engine { final int p; Engine(int p) { this.p = validate(p);
        } private int validate(int p) { if (p < 0) throw new IllegalStateException("negative power " + p);
            return p; } }
    class Part { Engine e = new Engine(level); Part() { System.out.println("part " + e.p); } }
    int level;
    UncaughtNested(int l) { level = l; }
    Part build() { return new Part(); }
    static void run(int n) { if (n == 0) { new UncaughtNested(-5).build(); } else run(n - 1); }
    interface Visitor { void visit(String s); }
    static void each(Visitor v, String... ss) { for (String s : ss) v.visit(s); }
    public static void main(String[] args) {
        new UncaughtNested(3).build();
        each(new Visitor() { int n; public void visit(String s) { System.out.println(++n + s); if (n == 2) run(4); } }, "a", "b", "c");
    }
}
