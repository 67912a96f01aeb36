// Uncaught exceptions with overridden toString, getMessage, getLocalizedMessage; multi-line messages.
// exit: 1
public class CustomToString {
    static class Weird extends Exception {
        final int code;
        Weird(int code) { super("raw"); this.code = code; }
        @Override public String toString() { return "Weird{code=" + code + "}"; }
    }
    static class Msg extends RuntimeException { Msg(Throwable c) { super("ignored", c);
        } @Override public String getMessage() { return "computed\n  second line\té\u4e2d";
        } @Override public String getLocalizedMessage() { return "local:" + getMessage();
        } }
    static void go(int n) throws Exception { if (n == 0) throw new Msg(new Weird(7));
        try { go(n - 1); } finally { System.out.println("unwinding " + n); } }
    public static void main(String[] args) throws Exception {
        System.out.println(new Weird(3));
        System.out.println(new Msg(null).toString().length());
        try { throw new Weird(4); } catch (Weird w) { System.out.println(w + " " + w.getMessage() + " " + w.code); }
        go(3);
    }
}
