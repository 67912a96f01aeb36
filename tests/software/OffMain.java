// Threads define classes through loaders of their own, run them, and meet in what these share.
import java.io.InputStream;
import java.util.concurrent.Callable;

// `counter` is shared without a lock by what two loaders have loaded.
public class OffMain {
    public static int counter;

    public static class Task implements Callable<Integer> {
        static int made;
        static { made = 5; }
        public Integer call() { made++; counter++; return made + new Helper().value(); }
    }
    public static class Helper { int value() { return 100; } }

    static class Own extends ClassLoader {
        Own() { super(OffMain.class.getClassLoader()); }
        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("OffMain$Task") && !name.startsWith("OffMain$Helper")) return super.loadClass(name, resolve);
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null) return known;
                try (InputStream in = OffMain.class.getResourceAsStream(name + ".class")) {
                    byte[] bytes = in.readAllBytes();
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (java.io.IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }
    }

    @SuppressWarnings("unchecked")
    static int run() throws Exception {
        Callable<Integer> task = (Callable<Integer>) new Own().loadClass("OffMain$Task").getDeclaredConstructor().newInstance();
        return task.call();
    }

    public static void main(String[] args) throws Exception {
        int[] results = new int[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int n = i;
            threads[i] = new Thread(() -> {
                try {
                    results[n] = run();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[i].start();
        }
        for (Thread t : threads) t.join();
        System.out.println(results[0] + " " + results[1]);
    }
}
