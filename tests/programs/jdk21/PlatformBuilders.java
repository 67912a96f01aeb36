// Thread.ofPlatform: names, groups, daemons, priorities, factories; what else is new in Thread.
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;

public class PlatformBuilders {
    static final Class<?> BUILDER = type("java.lang.Thread$Builder");
    static final Class<?> PLATFORM = type("java.lang.Thread$Builder$OfPlatform");

    static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    static Object with(Object builder, String name, Object... args) throws Exception {
        for (Method method : PLATFORM.getMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == args.length) {
                return method.invoke(builder, args);
            }
        }
        throw new AssertionError(name);
    }

    static Object ofPlatform() throws Exception {
        return Thread.class.getMethod("ofPlatform").invoke(null);
    }

    public static void main(String[] args) throws Exception {
        ThreadGroup group = new ThreadGroup("group");
        Object builder = with(with(with(with(ofPlatform(), "name", "p-", 1L), "group", group), "daemon", true), "priority", 7);
        Thread thread = (Thread) with(builder, "unstarted", (Runnable) () ->
            System.out.println("in " + Thread.currentThread().getName()));
        System.out.println(thread.getName() + " " + thread.isDaemon() + " " + thread.getPriority() + " "
            + thread.getThreadGroup().getName() + " " + thread.getState());
        thread.start();
        thread.join();
        System.out.println(thread.getThreadGroup() + " " + thread.getState());
        ThreadFactory factory = (ThreadFactory) with(builder, "factory");
        System.out.println(factory.newThread(() -> { }).getName() + " " + factory.newThread(() -> { }).getName());
        Thread simple = (Thread) with(ofPlatform(), "start", (Runnable) () -> { });
        System.out.println("join " + Thread.class.getMethod("join", Duration.class).invoke(simple, Duration.ofSeconds(5)));
        System.out.println(simple.isDaemon() + " " + simple.getName().startsWith("Thread-"));
        try {
            with(ofPlatform(), "priority", 11);
        } catch (java.lang.reflect.InvocationTargetException e) {
            System.out.println(e.getCause().getClass().getSimpleName());
        }
        Object noLocals = with(ofPlatform(), "inheritInheritableThreadLocals", false);
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
        local.set("x");
        ((Thread) with(noLocals, "start", (Runnable) () -> System.out.println("local " + local.get()))).join();
        Thread.class.getMethod("sleep", Duration.class).invoke(null, Duration.ofMillis(3));
        Thread.sleep(1, 500_000);
        System.out.println((long) Thread.class.getMethod("threadId").invoke(Thread.currentThread()));
        try {
            Thread.currentThread().stop();
        } catch (UnsupportedOperationException e) {
            System.out.println("stop is refused");
        }
        try {
            Thread.currentThread().suspend();
        } catch (UnsupportedOperationException e) {
            System.out.println("suspend is refused");
        }
        ThreadGroup parent = new ThreadGroup("parent");
        ThreadGroup child = new ThreadGroup(parent, "child");
        child.setDaemon(true);
        child.destroy();
        System.out.println(child.isDestroyed() + " " + child.isDaemon() + " " + parent.activeGroupCount());
    }
}
