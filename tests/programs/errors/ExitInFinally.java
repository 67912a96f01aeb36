// System.exit called from a finally block while an exception is propagating: the exception is lost.
// exit: 9
public class ExitInFinally {
    static void boom(int n) { if (n == 0) throw new IllegalStateException("this trace must not appear"); boom(n - 1); }
    static int stage(String s, int v) { System.out.println("stage " + s + " " + v); return v + 1; }
    public static void main(String[] args) {
        int v = stage("one", 1);
        try { v = stage("two", v); try { v = stage("three", v); boom(5); v = stage("never", v); } finally { v = stage("inner finally", v); } }
        finally { System.out.println("outer finally v=" + v); System.exit(v + 4); }
    }
}
