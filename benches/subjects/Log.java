// A logging framework (Oliveira 2012, log4j): loggers inherit their levels, appenders format under their locks; one thread changes the set-up
// while the others log.
// expect race Log$Logger.level @effective @set
// expect race Log$Appender.layout @use @change
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Log {
    enum Level {
        DEBUG, INFO, WARN, OFF
    }

    interface Layout {
        String format(String logger, Level level, String message);
    }

    static class Appender {
        private final List<String> lines = new ArrayList<>();
        private Layout layout = (logger, level, message) -> level + " " + message;

        /** Only looks for the layout before it locks: formatting should not stop others. */
        void append(String logger, Level level, String message) {
            String line = layout.format(logger, level, message); // @use
            synchronized (this) {
                lines.add(line);
            }
        }

        synchronized void setLayout(Layout next) {
            layout = next; // @change
        }

        synchronized int size() {
            return lines.size();
        }
    }

    static class Logger {
        private final String name;
        private final Logger parent;
        private final List<Appender> appenders = new ArrayList<>();
        private Level level;

        Logger(String name, Logger parent) {
            this.name = name;
            this.parent = parent;
        }

        Level effectiveLevel() {
            Level found = level; // @effective
            return found != null || parent == null ? found : parent.effectiveLevel();
        }

        synchronized void setLevel(Level next) {
            level = next; // @set
        }

        synchronized void add(Appender appender) {
            appenders.add(appender);
        }

        void log(Level at, String message) {
            if (at.compareTo(effectiveLevel()) < 0) {
                return;
            }
            for (Logger logger = this; logger != null; logger = logger.parent) {
                logger.callAppenders(name, at, message);
            }
        }

        private synchronized void callAppenders(String from, Level at, String message) {
            for (Appender appender : appenders) {
                appender.append(from, at, message);
            }
        }
    }

    /** Loggers by name; each has the one with the shorter name as its parent. */
    static class Hierarchy {
        private final Map<String, Logger> loggers = new HashMap<>();
        private final Logger root = new Logger("root", null);

        synchronized Logger get(String name) {
            Logger known = loggers.get(name);
            if (known == null) {
                int dot = name.lastIndexOf('.');
                known = new Logger(name, dot < 0 ? root : get(name.substring(0, dot)));
                loggers.put(name, known);
            }
            return known;
        }
    }

    static final Hierarchy hierarchy = new Hierarchy();

    static void work(int number) {
        Logger logger = hierarchy.get("shop.cart.item" + number);
        for (int i = 0; i < 4; i++) {
            logger.log(i % 2 == 0 ? Level.INFO : Level.DEBUG, "step " + i);
        }
    }

    static void administrate(Appender appender) {
        hierarchy.get("shop").setLevel(Level.DEBUG);
        appender.setLayout((logger, level, message) -> logger + ": " + message);
        hierarchy.get("shop.cart").setLevel(Level.WARN);
    }

    /** The administrator is one of the threads. */
    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        Appender appender = new Appender();
        hierarchy.root.setLevel(Level.INFO);
        hierarchy.root.add(appender);
        List<Thread> all = new ArrayList<>();
        for (int i = 1; i < threads; i++) {
            int number = i;
            all.add(new Thread(() -> work(number), "worker-" + i));
        }
        all.add(new Thread(() -> administrate(appender), "administrator"));
        for (Thread thread : all) {
            thread.start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        System.out.println(appender.size() > 0 ? "logged" : "silent");
    }
}
