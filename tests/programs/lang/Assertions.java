// Assertions enabled with -ea: messages of every type, order of evaluation, assertion status queries.
public class Assertions {
    static int evals;
    static boolean check(boolean b) { evals++; return b; }
    static String msg() { evals += 10; return "lazy message"; }
    static void t(String n, Runnable r) {
        try { r.run(); System.out.println(n + " passed " + evals); }
        catch (AssertionError e) { System.out.println(n + " " + e + " | " + e.getMessage() + " | cause " + e.getCause() + " " + evals); }
    }
    static class Acct {
        private int bal;
        void withdraw(int n) { assert n > 0 : "n=" + n; bal -= n; assert invariant() : this; }
        boolean invariant() { return bal >= 0; }
        @Override public String toString() { return "Acct" + bal; }
    }
    static int sw(int k) { switch (k) { case 1: return 10; default: assert false : k; return -1; } }
    public static void main(String[] args) {
        boolean on = false;
        assert on = true;
        System.out.println("enabled " + on);
        System.out.println(Assertions.class.desiredAssertionStatus() + " " + Acct.class.desiredAssertionStatus());
        t("true", () -> { assert check(true) : msg(); });
        t("false", () -> { assert check(false) : msg(); });
        t("nomsg", () -> { assert check(false); });
        t("int", () -> { assert 1 > 2 : 42; });
        t("long", () -> { assert 1 > 2 : 1L << 40; });
        t("double", () -> { assert 1 > 2 : 2.5; });
        t("float", () -> { assert 1 > 2 : 2.5f; });
        t("char", () -> { assert 1 > 2 : 'c'; });
        t("bool", () -> { assert 1 > 2 : false; });
        t("null", () -> { assert 1 > 2 : (Object) null; });
        t("throwable", () -> { assert 1 > 2 : new IllegalStateException("as cause"); });
        t("array", () -> { assert 1 > 2 : new int[0].length; });
        t("acct", () -> { Acct a = new Acct(); a.bal = 5; a.withdraw(3); a.withdraw(4); });
        t("acct0", () -> new Acct().withdraw(0));
        t("switch", () -> sw(1));
        t("switch2", () -> sw(7));
        t("ctor", () -> { throw new AssertionError("two", new Error("args")); });
        try { assert evals < 0 : "top"; System.out.println("not reached"); }
        catch (AssertionError e) { System.out.println(e.getStackTrace()[0].getMethodName() + " " + e.getMessage()); }
        ClassLoader cl = Assertions.class.getClassLoader();
        cl.setClassAssertionStatus("Assertions", false);
        System.out.println(new Late().f());
    }
    static class Late { String f() { assert false : "late"; return "late asserts off"; } }
}
