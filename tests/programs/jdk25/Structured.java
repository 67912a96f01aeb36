// Structured concurrency (a preview): tasks that all succeed, the first that does, one that fails, time that runs out.
// options: --enable-preview
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Function;

public class Structured {
    static final String SCOPE = "java.util.concurrent.StructuredTaskScope";

    static Method method(String type, String name, Class<?>... parameters) throws Exception {
        return Class.forName(type).getMethod(name, parameters);
    }

    static Object joiner(String name) throws Exception {
        return method(SCOPE + "$Joiner", name).invoke(null);
    }

    static AutoCloseable open(Object joiner) throws Exception {
        return (AutoCloseable) method(SCOPE, "open", Class.forName(SCOPE + "$Joiner")).invoke(null, joiner);
    }

    static Object fork(Object scope, Callable<?> task) throws Exception {
        return method(SCOPE, "fork", Callable.class).invoke(scope, task);
    }

    static Object join(Object scope) throws Exception {
        return method(SCOPE, "join").invoke(scope);
    }

    static Object get(Object subtask) throws Exception {
        return method(SCOPE + "$Subtask", "get").invoke(subtask);
    }

    static Object slow() throws InterruptedException {
        Thread.sleep(100_000);
        return "slow";
    }

    public static void main(String[] args) throws Exception {
        try (AutoCloseable scope = open(joiner("awaitAllSuccessfulOrThrow"))) {
            Object x = fork(scope, () -> "x " + Thread.currentThread().isDaemon());
            Object y = fork(scope, () -> {
                Thread.sleep(5);
                return "y";
            });
            join(scope);
            System.out.println(get(x) + " " + get(y));
        }
        try (AutoCloseable scope = open(joiner("anySuccessfulResultOrThrow"))) {
            fork(scope, Structured::slow);
            fork(scope, () -> "fast");
            System.out.println(join(scope));
        }
        try (AutoCloseable scope = open(joiner("awaitAllSuccessfulOrThrow"))) {
            fork(scope, () -> {
                throw new IllegalStateException("no");
            });
            fork(scope, Structured::slow);
            join(scope);
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause());
        }
        Function<Object, Object> limit = configuration -> {
            try {
                return method(SCOPE + "$Configuration", "withTimeout", Duration.class).invoke(configuration, Duration.ofMillis(20));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
        Method timed = method(SCOPE, "open", Class.forName(SCOPE + "$Joiner"), Function.class);
        try (AutoCloseable scope = (AutoCloseable) timed.invoke(null, joiner("awaitAll"), limit)) {
            fork(scope, Structured::slow);
            join(scope);
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause());
        }
    }
}
