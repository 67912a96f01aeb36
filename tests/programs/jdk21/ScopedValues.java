// Scoped values and structured task scopes, which are previews in 21: bindings, rebinding, inheritance, shutdown.
// stderr: ignore
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

public class ScopedValues {
    static final Class<?> VALUE = type("java.lang.ScopedValue");
    static final Class<?> CARRIER = type("java.lang.ScopedValue$Carrier");
    static final Class<?> SCOPE = type("java.util.concurrent.StructuredTaskScope");
    static final Class<?> ON_FAILURE = type("java.util.concurrent.StructuredTaskScope$ShutdownOnFailure");
    static final Class<?> ON_SUCCESS = type("java.util.concurrent.StructuredTaskScope$ShutdownOnSuccess");
    static final Class<?> SUBTASK = type("java.util.concurrent.StructuredTaskScope$Subtask");

    static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    static Object call(Class<?> type, Object target, String name, Class<?>[] types, Object... args) throws Exception {
        try {
            return type.getMethod(name, types).invoke(target, args);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) throw cause;
            throw e;
        }
    }

    static Object call(Class<?> type, Object target, String name) throws Exception {
        return call(type, target, name, new Class<?>[0]);
    }

    static String get(Object value) {
        try {
            return String.valueOf(call(VALUE, value, "get"));
        } catch (NoSuchElementException e) {
            return "unbound";
        } catch (Exception e) {
            return e.toString();
        }
    }

    static void where(Object key, Object value, Runnable task) throws Exception {
        Object carrier = call(VALUE, null, "where", new Class<?>[] {VALUE, Object.class}, key, value);
        call(CARRIER, carrier, "run", new Class<?>[] {Runnable.class}, task);
    }

    static Object fork(Object scope, Callable<?> task) throws Exception {
        return call(SCOPE, scope, "fork", new Class<?>[] {Callable.class}, task);
    }

    interface Body {
        void run(Object scope) throws Exception;
    }

    static void in(Object scope, Body body) throws Exception {
        try {
            body.run(scope);
        } finally {
            call(SCOPE, scope, "close");
        }
    }

    public static void main(String[] args) throws Exception {
        Object user = call(VALUE, null, "newInstance");
        Object other = call(VALUE, null, "newInstance");
        System.out.println(get(user) + " " + call(VALUE, user, "isBound"));
        where(user, "ann", () -> {
            System.out.println(get(user) + " " + get(other));
            try {
                where(user, "bob", () -> System.out.println("inner " + get(user)));
                where(other, 5, () -> System.out.println("both " + get(user) + get(other)));
                where(other, 1, () -> {
                    throw new IllegalStateException("out of the scope");
                });
            } catch (Exception e) {
                System.out.println(e.getMessage() + " " + get(other));
            }
            System.out.println("again " + get(user));
            Thread thread = new Thread(() -> System.out.println("thread " + get(user)));
            thread.start();
            try {
                thread.join();
                scopes(user);
            } catch (Exception e) {
                System.out.println(e);
            }
        });
        System.out.println(get(user));
    }

    static void scopes(Object user) throws Exception {
        in(ON_FAILURE.getConstructor().newInstance(), scope -> {
            Object one = fork(scope, () -> "one " + get(user));
            Object two = fork(scope, () -> 2);
            call(ON_FAILURE, scope, "join");
            call(ON_FAILURE, scope, "throwIfFailed");
            System.out.println(((Supplier<?>) one).get() + " " + ((Supplier<?>) two).get() + " " + call(SUBTASK, one, "state"));
        });
        in(ON_FAILURE.getConstructor().newInstance(), scope -> {
            Object bad = fork(scope, () -> {
                throw new IllegalStateException("bad");
            });
            fork(scope, () -> {
                Thread.sleep(100_000);
                return "slow";
            });
            call(ON_FAILURE, scope, "join");
            System.out.println(call(SUBTASK, bad, "state") + " " + call(SUBTASK, bad, "exception"));
            try {
                call(ON_FAILURE, scope, "throwIfFailed");
            } catch (java.util.concurrent.ExecutionException e) {
                System.out.println(e.getMessage());
            }
        });
        ThreadFactory factory = Thread::new;
        in(ON_SUCCESS.getConstructor(String.class, ThreadFactory.class).newInstance("race", factory), scope -> {
            fork(scope, () -> {
                Thread.sleep(100_000);
                return "slow";
            });
            fork(scope, () -> "fast");
            call(ON_SUCCESS, scope, "join");
            System.out.println(call(ON_SUCCESS, scope, "result") + " " + call(SCOPE, scope, "isShutdown"));
        });
        in(SCOPE.getConstructor().newInstance(), scope -> {
            fork(scope, () -> 1);
            System.out.println("not joined");
            try {
                call(SCOPE, scope, "close");
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        });
    }
}
