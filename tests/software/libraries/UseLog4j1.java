// Log4j 1: a pattern, levels of a hierarchy of loggers, two threads.
// jars: log4j-1.2.jar
// check: 2000
import java.io.StringWriter;
import org.apache.log4j.*;

public class UseLog4j1 {
    public static void main(String[] args) throws Exception {
        StringWriter out = new StringWriter();
        Logger.getRootLogger().addAppender(new WriterAppender(new PatternLayout("%p %c{1} [%t] %m%n"), out));
        Logger.getLogger("a.b").setLevel(Level.WARN);
        Logger.getLogger("a").setLevel(Level.DEBUG);
        Logger.getLogger("a.b.c").info("unheard");
        Logger.getLogger("a.b.c").warn("heard");
        Thread other = new Thread(() -> Logger.getLogger("a.x").debug("from another"), "other");
        other.start();
        other.join();
        Logger.getLogger("z").error("with a cause", new IllegalStateException("cause"));
        System.out.print(out.toString().lines().filter(line -> !line.startsWith("\tat")).collect(java.util.stream.Collectors.joining("\n", "", "\n")));
    }
}
