// An exception is caught as the class that the catching class's loader means, not by its name; final fields are written where they may be.
import java.io.*;
import java.util.*;
public class CatchAcrossLoaders {
    public static class Signal extends RuntimeException { public long number = 5; public Signal(String s) { super(s); } }
    public static class Thrower implements Runnable { public void run() { throw new Signal("thrown"); } }
    public static class Catcher implements Runnable {
        public void run() {
            try { CatchAcrossLoaders.thrower.run(); } catch (Signal s) { System.out.println("caught " + s.number);
            } catch (RuntimeException e) { System.out.println("not mine: " + e.getMessage()); }
            try { throw new Signal("own"); } catch (Signal s) { System.out.println("caught own " + s.number); }
        }
    }
    public static Runnable thrower;
    static byte[] bytes(String n) { try (InputStream i = CatchAcrossLoaders.class.getResourceAsStream(n + ".class")) {
            return i.readAllBytes(); } catch (IOException e) { throw new UncheckedIOException(e); } }
    static class L extends ClassLoader { final Set<String> own;
        L(String... own) { super(CatchAcrossLoaders.class.getClassLoader()); this.own = new HashSet<>(Arrays.asList(own)); }
        @Override protected Class<?> loadClass(String n, boolean r) throws ClassNotFoundException {
            Class<?> c = findLoadedClass(n);
            if (c == null && own.contains(n.replace("CatchAcrossLoaders$", ""))) { byte[] b = bytes(n); c = defineClass(n, b, 0, b.length); }
            return c != null ? c : super.loadClass(n, r); } }
    static Runnable make(String name, String... own) throws Exception {
        return (Runnable) Class.forName("CatchAcrossLoaders$" + name, true, new L(own)).getDeclaredConstructor().newInstance();
    }
    public static void main(String[] args) throws Exception {
        Runnable[] throwers = {new Thrower(), make("Thrower", "Thrower"), make("Thrower", "Thrower", "Signal")};
        Runnable[] catchers = {new Catcher(), make("Catcher", "Catcher"), make("Catcher", "Catcher", "Signal")};
        for (Runnable t : throwers) for (Runnable c : catchers) { thrower = t; c.run(); }
    }
}
