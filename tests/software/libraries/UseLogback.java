// logback behind SLF4J: its own configuration in code, markers, MDC.
// jars: logback-classic.jar logback-core.jar slf4j-api.jar
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.MarkerFactory;

public class UseLogback {
    public static void main(String[] args) throws Exception {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.detachAndStopAllAppenders();
        ListAppender<ILoggingEvent> list = new ListAppender<>();
        list.setContext(context);
        list.start();
        root.addAppender(list);
        root.setLevel(Level.INFO);
        MDC.put("user", "ann");
        LoggerFactory.getLogger("one").info("{} + {} = {}", 1, 2, 3);
        LoggerFactory.getLogger("one").debug("unheard");
        LoggerFactory.getLogger("two").warn(MarkerFactory.getMarker("M"), "marked");
        for (ILoggingEvent event : list.list) {
            System.out.println(event.getLevel() + " " + event.getLoggerName() + " " + event.getFormattedMessage() + " " + event.getMDCPropertyMap() + " " + event.getMarker());
        }
        context.stop();
    }
}
