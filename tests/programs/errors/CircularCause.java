// Uncaught exception with a circular cause chain and a very deep cause chain printed on stderr.
// exit: 1
public class CircularCause {
    static Throwable chain(int n) { Throwable t = new IllegalStateException("root");
        for (int i = 0; i < n; i++) t = new RuntimeException("level " + i, t); return t;
    }
    static int depth(Throwable t) { int d = 0; for (; t != null; t = t.getCause()) d++; return d; }
    public static void main(String[] args) throws Throwable {
        System.out.println(depth(chain(5)) + " " + chain(2).getCause().getMessage());
        Exception a = new Exception("a"), b = new Exception("b", a), c = new Exception("c", b);
        a.initCause(c);
        c.addSuppressed(a);
        c.addSuppressed(chain(2));
        try { a.initCause(b); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        System.out.println(c.getCause().getCause().getCause() == c);
        throw c;
    }
}
