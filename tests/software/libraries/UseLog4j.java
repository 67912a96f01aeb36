// Log4j 2: two threads, levels, a line taken from its own output.
// jars: log4j-api.jar log4j-core.jar
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

public class UseLog4j {
    public static void main(String[] args) throws Exception {
        System.setProperty("log4j2.disable.jmx", "true");
        PrintStream out = System.out;
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        System.setOut(new PrintStream(logged, true));
        Logger log = LogManager.getLogger(UseLog4j.class);
        Thread other = new Thread(() -> log.error("from {}", "another thread"));
        other.start();
        other.join();
        log.error("{} and {}", 1, "two");
        out.print(logged.toString().replaceAll("[0-9:.]+ \\[", "["));
        out.println(log.getName() + " " + log.isErrorEnabled() + " " + log.isDebugEnabled());
    }
}
