// A class loader that gives one of two classes by the same name, as the order of two threads has it. Each has its own users, which the
// loader gives on both paths: a user that is linked against the one class must not get objects of the other. On a path of its own, the
// attack ends in a NoSuchFieldError.
// command: explore
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

public class Loaders {
    static boolean second;

    /// Names of the same length take the place of each other.
    static class Choosing extends ClassLoader {
        final boolean second;

        Choosing(boolean second) {
            super(Loaders.class.getClassLoader());
            this.second = second;
        }

        @Override
        protected synchronized Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> known = findLoadedClass(name);
            if (known != null || !name.startsWith("Loaders_")) {
                return known != null ? known : super.loadClass(name, resolve);
            }
            String file = name.equals("Loaders_B") ? (second ? "Loaders_Q" : "Loaders_P") : name;
            try (InputStream in = Loaders.class.getResourceAsStream("/" + file + ".class")) {
                String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
                text = text.replace("Loaders_P", "Loaders_B").replace("Loaders_Q", "Loaders_B");
                text = text.replace("Loaders_V", "Loaders_U");
                byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static String call(ClassLoader loader, String user, String method) throws Exception {
        try {
            var found = Class.forName(user, true, loader).getDeclaredMethod(method);
            found.setAccessible(true);
            return String.valueOf(found.invoke(null));
        } catch (java.lang.reflect.InvocationTargetException e) {
            return e.getCause().getClass().getSimpleName();
        } catch (LinkageError e) {
            return e.getClass().getSimpleName();
        }
    }

    /// On one path the number is used, on the other the reference; and there by a user of the number, too.
    static void use(Choosing loader) throws Exception {
        loader.loadClass("Loaders_B");
        String used = call(loader, loader.second ? "Loaders_D" : "Loaders_U", "use");
        String attack = loader.second ? call(loader, "Loaders_D", "attack") : "no Error";
        if (!attack.endsWith("Error") || !(used.equals(loader.second ? "text" : "7") || used.endsWith("Error"))) {
            throw new AssertionError(used + " " + attack);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> second = true);
        other.start();
        boolean seen = second;
        use(new Choosing(seen));
        use(new Choosing(!seen));
        other.join();
    }
}

class Loaders_P {
    long f;
}

class Loaders_Q {
    Object f;
}

/// Uses the number.
class Loaders_U {
    static long read(Loaders_P p) {
        return p.f;
    }

    static long use() {
        Loaders_P p = new Loaders_P();
        p.f = 7;
        return read(p);
    }
}

/// Uses the reference, and hands it to those who take it for a number.
class Loaders_D {
    static Object read(Loaders_Q q) {
        return q.f;
    }

    static Object use() {
        Loaders_Q q = new Loaders_Q();
        q.f = "text";
        return read(q);
    }

    static long attack() {
        Loaders_Q q = new Loaders_Q();
        q.f = "text";
        return Loaders_V.read(q);
    }
}

/// What `Loaders_D` is compiled against in the place of `Loaders_U`.
class Loaders_V {
    static long read(Loaders_Q q) {
        throw new IllegalStateException();
    }
}
