// Uncaught exception with a cause chain in main: exit code 1 and the trace on stderr.
// exit: 1
public class UncaughtCause {
    static class ConfigException extends RuntimeException {
        ConfigException(String m, Throwable c) { super(m, c); }
    }
    static int parse(String s) {
        try { return Integer.parseInt(s); }
        catch (NumberFormatException e) { throw new ConfigException("cannot parse '" + s + "'", e); }
    }
    static void load(String[] in) {
        int t = 0;
        for (String s : in) { t += parse(s); System.out.println("total " + t); }
    }
    static void start(String[] in) throws Exception {
        try { load(in); }
        catch (ConfigException e) { Exception x = new Exception("start failed", e); x.addSuppressed(new IllegalStateException("also")); throw x; }
        finally { System.out.println("start finally"); }
    }
    public static void main(String[] args) throws Exception {
        System.out.println("begin");
        start(new String[]{"1", "2", "39"});
        try { start(new String[]{"x"}); } catch (Exception e) { System.out.println(e.getMessage() + " / " + e.getCause().getMessage() + " / "
            + e.getCause().getCause().getMessage());
        }
        start(new String[]{"10", "ten", "30"});
        System.out.println("not reached");
    }
}
