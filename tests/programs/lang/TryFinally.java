// try/catch/finally nests: return overriding, rethrow, order of effects, loops with finally.
public class TryFinally {
    static StringBuilder log = new StringBuilder();
    @SuppressWarnings("finally") static int retFin() { try { return 1; } finally { return 2; } }
    @SuppressWarnings("finally") static int swallow() { try { throw new RuntimeException("lost"); } finally { return 3; } }
    static int noChange() { int x = 1; try { return x; } finally { x = 9; log.append("x").append(x); } }
    static int[] refChange() { int[] x = {1}; try { return x; } finally { x[0] = 9; } }
    @SuppressWarnings("finally") static int brk() { for (int i = 0; ; i++) {
            try { if (i < 3) continue; return i; } finally { if (i == 4) break; if (i == 3) continue;
            } } return -1; }
    static String nest(int k) {
        StringBuilder s = new StringBuilder();
        try { s.append("a"); try { s.append("b"); if (k == 1) throw new IllegalStateException("1"); if (k == 2) throw new Error("2"); s.append("c"); }
            catch (IllegalStateException e) { s.append("d"); if (k == 1) throw new UnsupportedOperationException("3", e); }
            finally { s.append("e"); if (k == 3) throw new ArithmeticException("4"); } s.append("f");
        } catch (UnsupportedOperationException | ArithmeticException e) { s.append("g").append(e.getMessage()).append(e.getCause()); }
        catch (Throwable t) { s.append("h").append(t); } finally { s.append("i"); }
        return s.toString();
    }
    static void deep(int n) throws Exception { try { if (n == 0) throw new Exception("deep"); deep(n - 1); } finally { log.append(n); } }
    static void rethrow(int k) throws java.io.IOException, InterruptedException {
        try { if (k == 0) throw new java.io.IOException("io"); if (k == 1) throw new InterruptedException("int");
        } catch (final Exception e) { log.append("R"); throw e; } }
    static int order() { return f("a") + g(f("b"), f("c")) * f("d"); }
    static int f(String s) { log.append(s); return s.length(); }
    static int g(int a, int b) { log.append("g"); if (a + b == 2) throw new IllegalArgumentException("g!"); return 0; }
    static long lret() { long v = 5; try { v *= 2; return v; } catch (RuntimeException e) { return -1; } finally { v = 100; } }
    static double dret(double d) { try { if (d < 0) throw new ArithmeticException();
            return Math.sqrt(d); } catch (ArithmeticException e) { return Double.NaN;
        } finally { log.append("D"); } }
    static void replace() { try { throw new RuntimeException("first"); } finally { Object o = null; o.toString(); } }
    static String sync(Object l) { synchronized (l) { try { synchronized (l) {
                    throw new IllegalStateException("in sync"); } } catch (IllegalStateException e) {
                return e.getMessage() + Thread.holdsLock(l); } } }
    static int loopThrow() { int c = 0; for (int i = 0; i < 1000; i++) try {
            if (i % 3 == 0) throw new Exception(); c++; } catch (Exception e) { c += 2;
        } finally { c += 3; } return c; }
    static void show() { System.out.println("log " + log); log.setLength(0); }
    public static void main(String[] args) {
        System.out.println(retFin() + " " + swallow() + " " + noChange() + " " + refChange()[0] + " " + brk()); show();
        for (int k = 0; k < 4; k++) System.out.println(nest(k));
        try { deep(9); } catch (Exception e) { System.out.println(e + " " + e.getStackTrace().length); } show();
        for (int k = 0; k < 3; k++) try { rethrow(k); System.out.println("none"); } catch (Exception e) { System.out.println(e); } show();
        try { System.out.println(order()); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); } show();
        System.out.println(lret() + " " + dret(4) + " " + dret(-1)); show();
        try { replace(); } catch (RuntimeException e) { System.out.println(e.getClass()); }
        Object lock = new Object(); System.out.println(sync(lock) + Thread.holdsLock(lock)); System.out.println(loopThrow());
        int depth = 0; Throwable t = new Exception("root"); for (int i = 0; i < 5; i++) t = new RuntimeException("w" + i, t);
        for (Throwable c = t; c != null; c = c.getCause()) { depth++; System.out.print(c.getMessage() + " ");
        } System.out.println(depth);
        System.out.println(new RuntimeException(new Exception("inner")).getMessage() + "|" + new Exception((Throwable) null).getMessage() + "|"
            + new Error("m", null));
        try { try { throw new Exception("A"); } catch (Exception e) { try { throw new Exception("B");
                } catch (Exception e2) { e2.addSuppressed(e); throw e2; } finally { log.append("in");
                } } finally { log.append("out"); } } catch (Exception e) { System.out.println(e.getMessage() + e.getSuppressed()[0].getMessage());
        } show();
        try { Throwable self = new Exception("s"); self.initCause(self); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { new Exception("c", null).initCause(new Error()); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        try { Exception s = new Exception("s"); s.addSuppressed(s); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }
}
