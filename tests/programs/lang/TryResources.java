// try-with-resources: close order, suppressed exceptions, null resources, effectively final variables.
import java.io.*;
public class TryResources {
    static class R implements AutoCloseable {
        final String n; final boolean bad;
        R(String n, boolean bad) { this.n = n; this.bad = bad; System.out.println("open " + n);
            if (n.equals("ctor")) throw new IllegalStateException("ctor failed"); }
        R(String n) { this(n, false); }
        @Override public void close() throws IOException { System.out.println("close " + n);
            if (bad) throw new IOException("close " + n + " failed"); }
    }
    static void report(Throwable t, String ind) {
        System.out.println(ind + t);
        for (Throwable s : t.getSuppressed()) report(s, ind + "  sup ");
        if (t.getCause() != null) report(t.getCause(), ind + "  cause ");
    }
    static String ret() throws Exception { try (R r = new R("ret")) { return "value of " + r.n; } finally { System.out.println("finally"); } }
    static int cont() throws Exception { int c = 0; for (int i = 0; i < 3; i++) try (R r = new R("loop" + i)) {
            if (i == 1) continue; c += i; if (i == 2) break; } return c; }
    public static void main(String[] args) throws Exception {
        try (R a = new R("a"); R b = new R("b"); R c = new R("c")) { System.out.println("body " + a.n + b.n + c.n); }
        try (R a = new R("a", true); R b = new R("b", true)) { throw new RuntimeException("body"); } catch (Exception e) { report(e, ""); }
        try (R a = new R("a", true); R b = new R("b", true)) { System.out.println("quiet body"); } catch (Exception e) { report(e, ""); }
        try (R a = new R("a", true); R b = new R("ctor")) { System.out.println("never"); } catch (Exception e) { report(e, ""); }
        try (R n = null) { System.out.println("null resource " + n); }
        R eff = new R("eff"); try (eff) { System.out.println("using eff"); }
        System.out.println(ret()); System.out.println(cont());
        try (AutoCloseable l = () -> { System.out.println("lambda close"); throw new Exception("from lambda"); }) {
            System.out.println("lam"); } catch (Exception e) { report(e, ""); }
        try { try (R o = new R("outer", true)) { try (R i = new R("inner", true)) { throw new Error("E"); } } } catch (Throwable t) { report(t, ""); }
        try (StringReader sr = new StringReader("l1\nl2"); BufferedReader br = new BufferedReader(sr)) {
            System.out.println(br.readLine() + br.readLine() + br.readLine()); }
        StringReader closed = new StringReader("x"); closed.close(); try { closed.read(); } catch (IOException e) { System.out.println(e); }
        StringWriter sw = new StringWriter(); Exception top = new Exception("top", new RuntimeException("why"));
        top.addSuppressed(new IOException("sup", new Error("supcause")));
        try (PrintWriter pw = new PrintWriter(sw)) { top.printStackTrace(pw); } System.out.print(sw);
        Throwable noSup = new Throwable("x", null, false, false) { }; noSup.addSuppressed(new Error());
        System.out.println(noSup.getSuppressed().length + " " + noSup.getStackTrace().length);
    }
}
