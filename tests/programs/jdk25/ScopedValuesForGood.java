// Scoped values, which are no preview any more: bindings, nesting, rebinding, what threads see of them.
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.NoSuchElementException;

public class ScopedValuesForGood {
    static final Class<?> VALUE = type("java.lang.ScopedValue");
    static final Class<?> CARRIER = type("java.lang.ScopedValue$Carrier");
    static final Object USER = call(VALUE, null, "newInstance");
    static final Object ROLE = call(VALUE, null, "newInstance");

    static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    static Object call(Class<?> type, Object target, String name, Object... args) {
        for (Method method : type.getMethods()) {
            if (!method.getName().equals(name) || method.getParameterCount() != args.length) continue;
            try {
                return method.invoke(target, args);
            } catch (InvocationTargetException e) {
                if (e.getCause() instanceof RuntimeException cause) throw cause;
                throw new AssertionError(e.getCause());
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
        throw new AssertionError(name);
    }

    static void where(Object key, Object value, Runnable run) {
        call(CARRIER, call(VALUE, null, "where", key, value), "run", run);
    }

    static String show(Object key) {
        try {
            return (String) call(VALUE, key, "get");
        } catch (NoSuchElementException e) {
            return "unbound";
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(show(USER) + " " + call(VALUE, USER, "isBound") + " " + call(VALUE, USER, "orElse", "nobody"));
        where(USER, "duke", () -> {
            System.out.println(show(USER) + " " + show(ROLE));
            where(ROLE, "guest", () -> where(USER, "tux", () -> System.out.println(show(USER) + " " + show(ROLE))));
            System.out.println(show(USER) + " " + show(ROLE));
            Thread thread = new Thread(() -> System.out.println("in a thread: " + show(USER)));
            thread.start();
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        try {
            where(USER, "lost", () -> {
                throw new IllegalStateException("out of " + show(USER));
            });
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + ", then " + show(USER));
        }
    }
}
