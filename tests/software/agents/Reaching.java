import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.jar.JarFile;

/** An agent that reaches for what the machine relies on. */
public class Reaching {
    public static void premain(String options, Instrumentation instrumentation) throws Exception {
        for (Class<?> trusted : new Class<?>[] {MethodHandle.class, MethodHandles.Lookup.class, Class.forName("java.lang.invoke.MemberName")}) {
            try {
                instrumentation.retransformClasses(trusted);
                System.out.println("changed " + trusted);
            } catch (Exception refused) {
                System.out.println(refused + " " + instrumentation.isModifiableClass(trusted));
            }
        }
        // A class of a package of the JDK, from a jar of the user's.
        instrumentation.appendToBootstrapClassLoaderSearch(new JarFile("given.jar"));
        for (String name : new String[] {"java.lang.Intruder", "other.Intruder"}) {
            try {
                System.out.println(Class.forName(name, false, null));
            } catch (ClassNotFoundException refused) {
                System.out.println(refused);
            }
        }
        instrumentation.appendToSystemClassLoaderSearch(new JarFile("part.jar"));
        Class<?> part = Class.forName("other.Part");
        System.out.println(part.getClassLoader().getClass().getSimpleName() + " " + part.getResource("Part.class").getProtocol());
    }

    public static void main(String[] args) {
        System.out.println("main");
    }
}
