// A user class loader defining classes from bytes read as a resource: identity, statics, parents, resources, errors.
import java.io.*;
import java.util.*;
public class Loaders {
    static void p(Object o) { System.out.println(o); }
    public static class Plug implements Runnable { static int count; static {
            System.out.println("Plug init by " + (Plug.class.getClassLoader() instanceof L ? "L" : "app"));
        } public int n = ++count; public void run() { System.out.println("run " + n + " " + Helper.help() + " "
            + getClass().getClassLoader().getClass().getSimpleName());
        } @Override public String toString() { return "plug" + n; } }
    public static class Helper { static String help() { return "help from " + (Helper.class.getClassLoader() instanceof L l ? l.name : "app"); } }
    public static class L extends ClassLoader { public final String name; final List<String> log = new ArrayList<>();
        L(String n, ClassLoader p) { super(p); name = n; } @Override protected Class<?> loadClass(String n, boolean r) throws ClassNotFoundException {
            log.add(n); synchronized (getClassLoadingLock(n)) { Class<?> c = findLoadedClass(n);
                if (c == null && (n.equals("Loaders$Plug") || n.equals("Loaders$Helper"))) {
                    byte[] b = bytes(n); c = defineClass(n, b, 0, b.length); } return c != null ? c : super.loadClass(n, r);
            } } @Override protected Class<?> findClass(String n) throws ClassNotFoundException {
            log.add("find " + n); throw new ClassNotFoundException("L can't find " + n);
        } Class<?> def(String n, byte[] b) { return defineClass(n, b, 0, b.length);
        } Class<?> loaded(String n) { return findLoadedClass(n); } }
    static byte[] bytes(String n) { try (InputStream i = Loaders.class.getResourceAsStream(n + ".class")) {
            return i.readAllBytes(); } catch (IOException e) { throw new UncheckedIOException(e);
        } }
    static void ex(String n, java.util.concurrent.Callable<?> c) { try { p(n + " " + c.call());
        } catch (Throwable e) { String m = String.valueOf(e.getMessage());
            p(n + " " + e.getClass().getSimpleName() + " " + (m.contains("@") ? m.substring(0, m.indexOf('@')).replaceAll("[^ ]*$", "") : m));
        } }
    public static void main(String[] args) throws Exception {
        ClassLoader app = Loaders.class.getClassLoader(); L a = new L("A", app), b = new L("B", app);
        Class<?> ca = a.loadClass("Loaders$Plug"), cb = b.loadClass("Loaders$Plug");
        p((ca == cb) + " " + (ca == Plug.class) + ca.getName().equals(cb.getName()) + (a.loadClass("Loaders$Plug") == ca)
            + (ca.getClassLoader() == a) + (ca.getSuperclass() == Object.class) + Runnable.class.isAssignableFrom(ca)
            + Plug.class.isAssignableFrom(ca));
        Runnable ra = (Runnable) ca.getDeclaredConstructor().newInstance(), rb = (Runnable) cb.getDeclaredConstructor().newInstance(),
            ra2 = (Runnable) ca.getDeclaredConstructor().newInstance();
        ra.run(); rb.run(); ra2.run(); new Plug().run(); p(ca.getField("n").get(ra2) + " " + ra2);
        Object o = ra; try { Plug q = (Plug) o; } catch (ClassCastException e) {
            p("CCE across loaders"); } p(o instanceof Plug); p(a.log); p(a.loaded("Loaders$Helper") != null);
        p(a.loaded("Loaders$L"));
        ex("cnf", () -> a.loadClass("no.Such")); ex("forname", () -> Class.forName("Loaders$Plug", true, a) == ca);
        ex("fornamenone", () -> Class.forName("zip.Zap", true, b)); ex("dup", () -> { a.def("Loaders$Plug", bytes("Loaders$Plug")); return 0; });
        ex("wrongname", () -> new L("C", app).def("Other", bytes("Loaders$Helper")));
        ex("garbage", () -> new L("D", app).def("G", new byte[]{1, 2, 3, 4}));
            ex("trunc", () -> new L("E", app).def("Loaders$Helper", Arrays.copyOf(bytes("Loaders$Helper"), 40)));
        ex("empty", () -> new L("F", app).def("X", new byte[0])); ex("javapkg", () -> new L("G", app).def("java.lang.Evil", bytes("Loaders$Helper")));
        byte[] ver = bytes("Loaders$Helper"); ver[7] = 99; ex("version", () -> new L("H", app).def("Loaders$Helper", ver));
        ex("anon", () -> new L("I", app).def(null, bytes("Loaders$Helper")).getSimpleName());
        p(a.getParent() == app); p(app.getParent().getName() + " " + app.getParent().getParent() + ClassLoader.getPlatformClassLoader().getName()
            + (ClassLoader.getSystemClassLoader() == app) + String.class.getClassLoader() + int[].class.getClassLoader()
            + (Plug[].class.getClassLoader() == app));
        Thread t = Thread.currentThread(); p(t.getContextClassLoader() == app);
        t.setContextClassLoader(a); p(t.getContextClassLoader() == a); t.setContextClassLoader(app);
        p((a.getResource("Loaders.class") != null) + " " + a.getResource("none") + (a.getResourceAsStream("java/lang/Object.class") != null)
            + Collections.list(a.getResources("no/such")).size());
        Class<?> arr = Class.forName("[LLoaders$Plug;", false, a); p((arr.getComponentType() == ca) + " " + (arr == Plug[].class));
        L par = new L("P", null); ex("nullparent", () -> par.loadClass("Loaders$L"));
        ex("nullparent2", () -> par.loadClass("java.util.List") == List.class);
        p(a.getUnnamedModule().isNamed() + " " + (ca.getModule() == a.getUnnamedModule()) + a.getDefinedPackages().length);
        byte[] hdr = bytes("Loaders"); p(String.format("%02x%02x%02x%02x %d", hdr[0], hdr[1], hdr[2], hdr[3], hdr[7]));
        a.setDefaultAssertionStatus(false); p(ServiceLoader.load(java.nio.file.spi.FileSystemProvider.class).stream().map(x -> x.type().getSimpleName()).sorted().toList());
    }
}
