// Uncaught-exception handlers: per thread, by thread group, default, and which one wins.
// stderr: ignore
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class UncaughtHandlers {
    static final List<String> log = Collections.synchronizedList(new ArrayList<>());

    static class Group extends ThreadGroup {
        Group(String name) {
            super(name);
        }

        @Override
        public void uncaughtException(Thread t, Throwable e) {
            log.add("group: " + t.getName() + " " + e);
        }
    }

    static void run(Thread t) throws InterruptedException {
        t.start();
        t.join();
    }

    public static void main(String[] args) throws Exception {
        System.out.println("no default: " + Thread.getDefaultUncaughtExceptionHandler());
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> log.add("default: " + t.getName() + " " + e));
        run(new Thread(() -> {
            throw new IllegalStateException("one");
        }, "a"));
        Thread own = new Thread(() -> {
            throw new Error("two");
        }, "b");
        own.setUncaughtExceptionHandler((t, e) -> log.add("own: " + t.getName() + " " + e + " alive=" + t.isAlive()));
        run(own);
        System.out.println("handler after death " + own.getUncaughtExceptionHandler());
        Group group = new Group("g");
        Thread member = new Thread(group, () -> {
            Object o = null;
            o.hashCode();
        }, "c");
        System.out.println("falls back to group " + (member.getUncaughtExceptionHandler() == group));
        run(member);
        Thread both = new Thread(group, () -> {
            int[] x = new int[1];
            x[1] = 1;
        }, "d");
        both.setUncaughtExceptionHandler((t, e) -> {
            log.add("own over group: " + e.getMessage());
            throw new RuntimeException("thrown by the handler is ignored");
        });
        run(both);
        Thread[] many = new Thread[5];
        for (int i = 0; i < 5; i++) {
            final int id = i;
            many[i] = new Thread(() -> {
                throw new RuntimeException("n" + id);
            }, "many-" + i);
        }
        for (Thread t : many) t.start();
        for (Thread t : many) t.join();
        List<String> tail = log.subList(4, log.size());
        Collections.sort(tail);
        for (String line : log) {
            System.out.println(line.startsWith("group: c") ? "group: c NullPointerException" : line);
        }
    }
}
