// java.util.logging to a custom handler: levels, filters, formatters, hierarchy, parameters, thrown.
import java.util.*;
import java.util.logging.*;
public class Logging {
    static final List<String> OUT = new ArrayList<>();
    static class Mem extends Handler { final String n; Mem(String n) { this.n = n;
            setLevel(Level.ALL); } @Override public void publish(LogRecord r) { if (isLoggable(r)) OUT.add(n + ":" + r.getLevel() + ":"
                + r.getLoggerName() + ":" + new SimpleFormatter().formatMessage(r) + (r.getThrown() == null ? "" : ":" + r.getThrown()) + ":"
                + r.getSourceMethodName());
        } @Override public void flush() { OUT.add(n + " flush"); } @Override public void close() {
            OUT.add(n + " close"); } }
    static void dump(String t) { System.out.println("-- " + t); OUT.forEach(System.out::println); OUT.clear(); }
    static void helper(Logger l) { l.entering("Logging", "helper", 5); l.info("from helper"); l.exiting("Logging", "helper"); }
    public static void main(String[] args) {
        LogManager.getLogManager().reset(); Logger root = Logger.getLogger(""), app = Logger.getLogger("app"), db = Logger.getLogger("app.db");
        root.addHandler(new Mem("root")); Mem m = new Mem("app"); app.addHandler(m);
        app.setLevel(Level.FINE);
        app.severe("s"); app.warning("w"); app.info("i"); app.config("c"); app.fine("f");
        app.finer("hidden"); db.fine("inherits"); root.fine("hidden"); root.info("at root");
        dump("levels");
        app.log(Level.INFO, "params {0} and {1}", new Object[]{1, "two"}); app.log(Level.WARNING, "one {0}", 3);
        app.log(Level.SEVERE, "thrown", new IllegalStateException("boom")); app.log(Level.INFO, () -> "supplied");
        int[] c = {0}; app.finest(() -> "lazy" + c[0]++); dump("params " + c[0]);
        app.setUseParentHandlers(false); app.info("alone"); dump("no parent"); app.setFilter(r -> r.getMessage().contains("keep"));
        app.info("drop"); app.info("keep me"); db.info("child unaffected by filter");
        dump("filter"); app.setFilter(null); m.setLevel(Level.WARNING); app.info("handler drops");
        app.warning("handler keeps"); dump("handler level"); m.setLevel(Level.ALL);
        app.setLevel(Level.ALL); helper(app); app.logp(Level.INFO, "Cls", "meth", "logp");
        app.throwing("Cls", "meth", new Error("e")); dump("entering");
        app.setLevel(null); System.out.println(app.getLevel() + " " + db.getParent().getName() + " " + root.getLevel() + app.isLoggable(Level.FINE)
            + app.isLoggable(Level.INFO) + (Logger.getLogger("app") == app) + app.getHandlers().length + app.getUseParentHandlers());
        db.setLevel(Level.OFF); db.severe("off"); dump("off"); Level custom = new Level("CUSTOM", 850) {
        }; app.log(custom, "custom level"); dump("custom"); System.out.println(Level.parse("WARNING") + " " + Level.parse("800")
            + Level.SEVERE.intValue() + Level.ALL.intValue() + Level.INFO.getLocalizedName());
        try { Level.parse("NOPE"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage());
        } LogRecord r = new LogRecord(Level.INFO, "rec {0}"); r.setParameters(new Object[]{9});
        r.setLoggerName("x"); r.setSequenceNumber(5); r.setInstant(java.time.Instant.EPOCH);
        r.setSourceClassName("C"); r.setSourceMethodName("m"); r.setThreadID(1);
        System.out.println(new SimpleFormatter().formatMessage(r) + r.getMillis() + r.getSequenceNumber());
        String xml = new XMLFormatter().format(r); System.out.println(xml.contains("<level>INFO</level>") + " "
            + xml.contains("<message>rec 9</message>"));
        java.util.logging.Formatter f = new java.util.logging.Formatter() { @Override public String format(LogRecord x) {
                return "[" + x.getLevel() + "] " + formatMessage(x) + "\n"; } @Override public String getHead(Handler h) {
                return "HEAD\n"; } @Override public String getTail(Handler h) { return "TAIL\n";
            } }; java.io.ByteArrayOutputStream bo = new java.io.ByteArrayOutputStream();
        StreamHandler sh = new StreamHandler(bo, f); sh.publish(r); sh.flush();
        sh.close(); System.out.print(bo); MemoryHandler mh = new MemoryHandler(m, 3, Level.SEVERE);
        for (int i = 0; i < 5; i++) mh.publish(new LogRecord(Level.INFO, "mem" + i));
        dump("before push"); mh.publish(new LogRecord(Level.SEVERE, "trigger"));
        dump("after push"); app.removeHandler(m); app.info("nobody"); dump("removed");
        System.out.println(Logger.getAnonymousLogger().getName() + Logger.getGlobal().getName()
            + LogManager.getLogManager().getLogger("app.db").getName() + LogManager.getLogManager().getLogger("none"));
        LogManager.getLogManager().reset(); dump("reset");
    }
}
