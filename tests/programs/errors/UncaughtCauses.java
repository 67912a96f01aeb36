// Uncaught exception with three nested causes sharing frames, and suppressed exceptions with causes.
// exit: 1
import java.io.*;
public class UncaughtCauses {
    static class Low extends IOException { Low(String m) { super(m); } }
    static class Mid extends Exception { Mid(String m, Throwable c) { super(m, c); } }
    static class Top extends RuntimeException { Top(Throwable c) { super(c); } }
    static class Res implements AutoCloseable { final String n; Res(String n) {
            this.n = n; System.out.println("open " + n); } public void close() throws IOException {
            System.out.println("close " + n); throw new IOException("closing " + n, new IllegalStateException("state " + n));
        } }
    static void a() throws Low { throw new Low("disk on fire"); }
    static void b() throws Mid { try { a(); } catch (Low e) { throw new Mid("mid layer", e); } }
    static void c() { try { b(); } catch (Mid e) { throw new Top(e); } }
    static void d() throws Exception { try (Res r1 = new Res("r1"); Res r2 = new Res("r2")) { c(); } }
    public static void main(String[] args) throws Exception {
        try { c(); } catch (Top t) { System.out.println(t.getMessage() + " / " + t.getCause().getCause().getMessage()); }
        d();
    }
}
