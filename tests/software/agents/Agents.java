import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A program that is its own agent: what `java.lang.instrument` promises, in lines to compare. */
public class Agents {
    static Instrumentation instrumentation;
    static final List<String> SEEN = new ArrayList<>();

    /** Rewrites a text of a class file into another of the same length, and says what it has seen. */
    static class Rewriter implements ClassFileTransformer {
        final String name, from, to;
        Rewriter(String name, String from, String to) { this.name = name; this.from = from; this.to = to; }

        @Override
        public byte[] transform(Module module, ClassLoader loader, String className, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
            if (className == null || !className.startsWith("Agents$Sample")) {
                return null;
            }
            boolean located = domain != null && domain.getCodeSource() != null && domain.getCodeSource().getLocation() != null;
            SEEN.add(name + " " + className + " " + (redefined == null ? "new" : redefined.getSimpleName()) + " " + located + " " + module.isNamed()
                + " " + (loader == ClassLoader.getSystemClassLoader() ? "system" : loader.getClass().getSimpleName()));
            return rewritten(bytes, from, to);
        }
    }

    static byte[] rewritten(byte[] bytes, String from, String to) {
        byte[] old = from.getBytes(StandardCharsets.UTF_8), other = to.getBytes(StandardCharsets.UTF_8);
        byte[] result = null;
        for (int at = 0; at + old.length <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + old.length, old, 0, old.length)) {
                if (result == null) result = bytes.clone();
                System.arraycopy(other, 0, result, at, other.length);
            }
        }
        return result;
    }

    static class Sample1 { static String text() { return "colour one"; } }
    static class Sample2 { static String text() { return "colour one"; } }
    static class Sample3 { String text() { return "colour one"; } int twice(int x) { return 2 * x; } static int count = 7; }
    static class Sample4 extends Sample3 { @Override String text() { return super.text() + "!"; } }
    public static class SampleLoaded {
        public SampleLoaded() { }
        @Override public String toString() { return "colour one"; }
    }
    static class SampleBase { }
    static class SampleHeir extends SampleBase { }
    static class SampleTwin { }
    static class SampleRoot { }
    static class SampleTwig extends SampleRoot { }
    static class SampleAlone { static String text() { return "colour one"; } }
    static class SampleSlow {
        static String text(Act act) throws Throwable {
            String before = "colour one";
            act.act();
            return before + ", " + "colour one".substring(7);
        }
    }
    interface SampleFace { default String text() { return "colour one"; } }
    static class SampleFaced implements SampleFace { }

    static byte[] bytesOf(Class<?> of) throws Exception {
        try (InputStream in = of.getResourceAsStream("/" + of.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    /** Lets a method that returns a number (`2 * x`) return it as an object. */
    static byte[] unverifiable(byte[] bytes) {
        byte[] code = {0x05, 0x1b, 0x68, (byte) 0xac};
        for (int at = 0; at + 4 <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + 4, code, 0, 4)) {
                byte[] result = bytes.clone();
                result[at + 3] = (byte) 0xb0;
                return result;
            }
        }
        throw new IllegalStateException("no such code");
    }

    /** Makes a method of another kind: the flags before its name and descriptor, which are looked up, become others. */
    static byte[] abstracted(byte[] bytes) throws Exception {
        java.io.DataInputStream in = new java.io.DataInputStream(new java.io.ByteArrayInputStream(bytes));
        in.skipBytes(8);
        int name = 0;
        for (int i = 1, count = in.readUnsignedShort(); i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1: if (in.readUTF().equals("twice")) name = i; break;
                case 5: case 6: in.skipBytes(8); i++; break;
                case 7: case 8: case 16: case 19: case 20: in.skipBytes(2); break;
                case 15: in.skipBytes(3); break;
                default: in.skipBytes(4);
            }
        }
        byte[] result = bytes.clone();
        for (int at = bytes.length - in.available(); at + 4 < bytes.length; at++) {
            if (result[at] == 0 && result[at + 1] == 0 && result[at + 2] == (byte) (name >> 8) && result[at + 3] == (byte) name) {
                result[at + 1] = 1;
                return result;
            }
        }
        throw new IllegalStateException("no such method");
    }

    public static void premain(String options, Instrumentation given) throws Exception {
        System.out.println("premain " + options + " " + given.isRedefineClassesSupported() + " " + given.isRetransformClassesSupported());
        if (instrumentation != null) {
            // The second agent, behind the first: it sees what that has made of classes.
            given.addTransformer(new Rewriter("last", "colour two", "colour ten"));
            return;
        }
        instrumentation = given;
        given.addTransformer(new Rewriter("again", "colour one", "colour TWO"), true);
        given.addTransformer(new Rewriter("first", "colour one", "colour two"));
        given.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
                throw new IllegalStateException("ignored, as transformers' exceptions are");
            }
        });
    }

    static void show(String what) {
        System.out.println(what);
        SEEN.forEach(line -> System.out.println("  " + line));
        SEEN.clear();
    }

    interface Act { void act() throws Throwable; }

    static void attempt(String what, Act act) {
        try {
            act.act();
            System.out.println(what + ": done");
        } catch (Throwable thrown) {
            System.out.println(what + ": " + thrown);
        }
    }

    /** A loader of the program's own, whose classes transformers see, too. */
    static class OwnLoader extends ClassLoader {
        OwnLoader() { super(null); }
        Class<?> define(byte[] bytes) { return defineClass("Agents$SampleLoaded", bytes, 0, bytes.length); }
        @Override protected Class<?> findClass(String name) throws ClassNotFoundException { return Class.forName(name); }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(Sample1.text() + " " + Sample1.class.getProtectionDomain().getCodeSource().getLocation().getPath().endsWith("/"));
        System.out.println(Sample1.text());
        System.out.println(Sample2.text());
        show("at load");

        Class<?> own = new OwnLoader().define(bytesOf(SampleLoaded.class));
        System.out.println(own.getDeclaredConstructor().newInstance() + " " + new SampleLoaded());
        show("two loaders");

        // Retransformation begins with what the ordinary transformers have made, and running code stays as it is.
        Sample3 three = new Sample4();
        System.out.println(three.text() + " " + three.twice(4) + " " + Sample3.count++);
        SEEN.clear();
        Rewriter late = new Rewriter("late", "colour ten", "colour six");
        instrumentation.addTransformer(late, true);
        instrumentation.retransformClasses(Sample3.class);
        System.out.println(three.text() + " " + three.twice(4) + " " + Sample3.count);
        show("retransformed");
        instrumentation.removeTransformer(late);
        instrumentation.retransformClasses(Sample3.class, Sample1.class);
        System.out.println(three.text() + " " + Sample1.text());
        show("and back");

        Rewriter slow = new Rewriter("slow", "colour ten", "colour sad");
        instrumentation.addTransformer(slow, true);
        Act retransform = () -> instrumentation.retransformClasses(SampleSlow.class);
        attempt("while it runs", () -> System.out.println(SampleSlow.text(() -> { instrumentation.removeTransformer(slow); retransform.act(); })));
        attempt("afterwards", () -> System.out.println(SampleSlow.text(() -> { })));
        SEEN.clear();

        byte[] bytes = bytesOf(Sample2.class);
        instrumentation.redefineClasses(new ClassDefinition(Sample2.class, rewritten(bytes, "colour one", "colour red")));
        System.out.println(Sample2.text());
        show("redefined");
        SampleFace face = new SampleFaced();
        System.out.println(face.text());
        instrumentation.redefineClasses(new ClassDefinition(SampleFace.class, rewritten(bytesOf(SampleFace.class), "colour one", "colour tin")));
        System.out.println(face.text());
        SEEN.clear();

        // What may not change.
        attempt("a modifier", () -> instrumentation.redefineClasses(new ClassDefinition(Sample3.class, abstracted(bytesOf(Sample3.class)))));
        attempt("bad code", () -> instrumentation.redefineClasses(new ClassDefinition(Sample3.class, unverifiable(bytesOf(Sample3.class)))));
        attempt("a field's name", () -> instrumentation.redefineClasses(new ClassDefinition(Sample3.class, rewritten(bytesOf(Sample3.class), "count", "court"))));
        attempt("another class", () -> instrumentation.redefineClasses(new ClassDefinition(Sample3.class, bytesOf(Sample1.class))));
        attempt("no class", () -> instrumentation.redefineClasses(new ClassDefinition(Sample3.class, new byte[] {1, 2, 3})));
        attempt("an array", () -> instrumentation.retransformClasses(int[].class));
        attempt("a superclass", () -> instrumentation.redefineClasses(new ClassDefinition(SampleHeir.class, rewritten(bytesOf(SampleHeir.class), "SampleBase", "SampleTwin"))));
        System.out.println(three.text() + " " + three.twice(4));
        SEEN.clear();

        System.out.println(instrumentation.isModifiableClass(Sample1.class) + " " + instrumentation.isModifiableClass(int.class)
            + " " + instrumentation.isModifiableClass(int[].class) + " " + instrumentation.isModifiableClass(String.class));
        List<Class<?>> loaded = Arrays.asList(instrumentation.getAllLoadedClasses());
        System.out.println(loaded.contains(Sample1.class) + " " + loaded.contains(String.class) + " " + loaded.contains(own) + " "
            + loaded.stream().anyMatch(c -> c.getName().equals("Agents$SampleAlone")));
        System.out.println(Arrays.asList(instrumentation.getInitiatedClasses(own.getClassLoader())).contains(own));
        System.out.println(instrumentation.getObjectSize(new Object()) + " " + instrumentation.getObjectSize(new int[3]) + " "
            + instrumentation.getObjectSize(new long[2]) + " " + instrumentation.getObjectSize(Integer.valueOf(1)) + " " + instrumentation.getObjectSize(1L)
            + " " + instrumentation.getObjectSize(new String[5]));

        // A transformer that needs the class that inherits from what it is asked about.
        ClassFileTransformer circular = new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
                if ("Agents$SampleRoot".equals(name)) {
                    try {
                        Class.forName("Agents$SampleTwig");
                        System.out.println("no circle");
                    } catch (Throwable thrown) {
                        System.out.println("a circle: " + thrown);
                    }
                }
                return null;
            }
        };
        instrumentation.addTransformer(circular);
        attempt("circle", () -> System.out.println(new SampleTwig().getClass().getName()));
        attempt("circle again", () -> System.out.println(new SampleTwig().getClass().getName()));
        System.out.println(instrumentation.removeTransformer(circular) + " " + instrumentation.removeTransformer(circular));

        // The library's own classes.
        ClassFileTransformer library = new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
                return "java/util/Optional".equals(name) ? rewritten(bytes, "Optional.empty", "Optional.EMPTY") : null;
            }
        };
        System.out.println(java.util.Optional.empty());
        instrumentation.addTransformer(library, true);
        instrumentation.retransformClasses(java.util.Optional.class);
        System.out.println(java.util.Optional.empty());
        instrumentation.removeTransformer(library);
        instrumentation.retransformClasses(java.util.Optional.class);
        System.out.println(java.util.Optional.empty());

        instrumentation.redefineModule(Object.class.getModule(), java.util.Set.of(), java.util.Map.of(),
            java.util.Map.of("java.lang", java.util.Set.of(Agents.class.getModule())), java.util.Set.of(), java.util.Map.of());
        attempt("opened", () -> String.class.getDeclaredField("hash").setAccessible(true));
        attempt("prefix", () -> instrumentation.setNativeMethodPrefix(null, "x"));
    }
}
