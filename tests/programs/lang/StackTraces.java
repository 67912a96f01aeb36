// printStackTrace output to stdout, nested causes with common frames, custom exceptions, circular causes.
public class StackTraces {
    static class AppException extends Exception {
        final int code;
        AppException(String m, int code, Throwable c) { super(m, c); this.code = code; }
        @Override public String getMessage() { return super.getMessage() + " (code " + code + ")"; }
    }
    static class Odd extends RuntimeException { @Override public String toString() {
            return "Odd<" + getLocalizedMessage() + ">"; } @Override public String getLocalizedMessage() {
            return "localised"; } }
    static class NoTrace extends RuntimeException { NoTrace() { super("fast");
        } @Override public synchronized Throwable fillInStackTrace() { return this;
        } }
    static void l1() throws AppException { try { l2(3); } catch (IllegalStateException e) { throw new AppException("l1 failed", 42, e); } }
    static void l2(int n) { if (n > 0) { l2(n - 1); return; } try { l3(); } catch (ArithmeticException e) {
            throw new IllegalStateException("wrapped", e); } }
    static int l3() { int z = 0; return 1 / z; }
    interface Shape { default void boom() { throw new Odd(); } }
    static class Sq implements Shape { class In { void go() { Sq.this.boom(); } } { count++; } static int count; }
    static void show(Throwable t) { t.printStackTrace(System.out); }
    public static void main(String[] args) {
        try { l1(); } catch (AppException e) { show(e); System.out.println(e.getCause().getCause().getMessage()); }
        try { new Sq().new In().go(); } catch (Odd e) { show(e); }
        show(new NoTrace());
        Runnable r = new Runnable() { public void run() { throw new UnsupportedOperationException(); } };
        try { r.run(); } catch (UnsupportedOperationException e) { show(e); }
        Exception a = new Exception("a"), b = new Exception("b", a); a.initCause(b); show(a);
        Exception s = new Exception("main"); s.addSuppressed(new Odd()); s.addSuppressed(new Exception("s2", new Error("deep"))); show(s);
        try { Object o = "x"; Integer i = (Integer) o; } catch (ClassCastException e) { System.out.println(e.getStackTrace()[0]); }
        try { Integer.parseInt("q"); } catch (NumberFormatException e) { for (StackTraceElement el : e.getStackTrace()) System.out.println(el.getClassName() + "." + el.getMethodName() + ":" + el.getLineNumber() + " " + el.getFileName() + " " + el.isNativeMethod() + " " + el.getModuleName());
        }
        Throwable t = new Throwable("set"); t.setStackTrace(new StackTraceElement[]{new StackTraceElement("pkg.Cls", "meth", "File.java", 12),
            new StackTraceElement("pkg.Cls", "nat", null, -2), new StackTraceElement("C", "u", null, -1)});
        show(t);
        try { new java.util.ArrayList<>(java.util.List.of(1, 2)).forEach(x -> { if (x == 2) throw new RuntimeException("in forEach " + x); });
        } catch (RuntimeException e) { System.out.println(e.getMessage() + " " + e.getStackTrace()[0].getMethodName());
        }
        try { throw new Error(); } catch (Error e) { StackTraceElement el = e.getStackTrace()[0];
            System.out.println(el + " " + el.equals(e.getStackTrace()[0]) + " " + el.getLineNumber());
        }
        Exception reused = new Exception("reused"); int before = reused.getStackTrace()[0].getLineNumber();
        reused.fillInStackTrace(); System.out.println(reused.getStackTrace()[0].getLineNumber() - before);
        StackTraceElement[] st = Thread.currentThread().getStackTrace();
            System.out.println(st[0].getMethodName() + " " + st[1].getMethodName() + " " + st.length);
    }
}
