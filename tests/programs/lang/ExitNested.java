// System.exit inside nested try/finally: finally blocks must not run; exit code is passed on.
// exit: 7
public class ExitNested {
    static int depth(int n) {
        try {
            System.out.println("enter " + n);
            if (n == 0) { bye(); }
            return depth(n - 1);
        } finally {
            System.out.println("finally must not run " + n);
        }
    }
    static void bye() {
        try {
            try { throw new IllegalStateException("trigger"); }
            catch (IllegalStateException e) { System.out.println("caught " + e.getMessage()); }
            finally { System.out.println("inner finally runs"); System.out.flush(); System.exit(7); }
        } catch (Throwable t) { System.out.println("unexpected " + t); }
        finally { System.out.println("outer finally must not run"); }
    }
    static class Res implements AutoCloseable { public void close() { System.out.println("close must not run"); } }
    static int probe(Runnable r) { try { r.run(); return 0; } catch (RuntimeException e) {
            System.out.println("probe " + e.getMessage()); return 1; } finally { System.out.println("probe done");
        } }
    public static void main(String[] args) throws Exception {
        int k = probe(() -> { throw new RuntimeException("first"); }) + probe(() -> { });
        System.out.println("k=" + k);
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 5; i++) { try { if (i == 3) break; sb.append(i); } finally { sb.append('f'); } }
        System.out.println(sb);
        System.out.print("no newline before exit;");
        System.out.println();
        try (Res r = new Res()) { depth(3); }
        System.out.println("not reached");
    }
}
