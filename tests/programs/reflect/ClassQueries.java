// Class queries: names of all kinds, modifiers, hierarchy, array types, primitives, nested, local, anonymous.
import java.lang.reflect.*;
import java.util.*;
public class ClassQueries {
    static void p(Object o) { System.out.println(o); }
    public static abstract class Abs implements Runnable, Comparable<Abs> {
        protected static final class Deep { } private interface Priv { } enum En {
            A { }, B } record Rec(int i) { } @interface Ann { } class In { } }
    static Object local() { class Loc { } return new Loc(); }
    public static void main(String[] args) throws Exception {
        Object anon = new Object() { };
        Class<?>[] cs = {int.class, void.class, int[].class, String[][].class, Object.class, String.class, Runnable.class, Abs.class, Abs.Deep.class,
            Abs.Priv.class, Abs.En.class, Abs.En.A.getClass(), Abs.Rec.class, Abs.Ann.class, Abs.In.class, local().getClass(), anon.getClass(),
                Map.Entry.class, Abs.Deep[].class, Thread.State.class, Integer.class, List.class, Override.class, boolean[][][].class};
        for (Class<?> c : cs) {
            p(c + " | " + c.getName() + " | " + c.getSimpleName() + " | " + c.getCanonicalName() + " | " + c.getTypeName() + " | "
                + c.toGenericString() + " | " + c.getPackageName() + " | " + c.descriptorString());
            p("  " + Modifier.toString(c.getModifiers()) + " " + c.isInterface() + c.isArray() + c.isPrimitive() + c.isEnum() + c.isRecord()
                + c.isAnnotation() + c.isAnonymousClass() + c.isLocalClass() + c.isMemberClass() + c.isSynthetic() + c.isSealed() + c.isHidden()
                + " " + c.getSuperclass() + " " + Arrays.toString(c.getInterfaces()) + " " + c.getComponentType() + " " + c.getDeclaringClass() + " "
                + c.getEnclosingClass() + " " + c.getEnclosingMethod() + " " + c.getNestHost().getSimpleName() + " " + (c == void.class ? "-" : c.arrayType().getName()));
        }
        p(Number.class.isAssignableFrom(Integer.class) + " " + Integer.class.isAssignableFrom(Number.class)
            + int.class.isAssignableFrom(Integer.class) + Object[].class.isAssignableFrom(String[].class)
            + Object.class.isAssignableFrom(int[].class) + Cloneable.class.isAssignableFrom(int[].class)
            + Object[].class.isAssignableFrom(int[].class) + Runnable.class.isInstance((Runnable) () -> { }) + " " + String.class.cast("x")
            + Integer.class.asSubclass(Number.class).getSimpleName());
        try { Integer.class.cast("x"); } catch (ClassCastException e) { p(e.getMessage());
        } try { String.class.asSubclass(Number.class); } catch (ClassCastException e) {
            p(e.getMessage()); }
        for (String n : new String[]{"java.lang.String", "[I", "[Ljava.lang.String;", "[[J", "int", "java/lang/String", "ClassQueries$Abs$Deep",
            "ClassQueries.Abs", "nope.Nope", "", "[Lnope;", "[", "java.util.Map$Entry"}) try {
            p(n + " -> " + Class.forName(n)); } catch (ClassNotFoundException e) { p(n + " -> CNF " + e.getMessage());
        }
        List<String> dc = new ArrayList<>(); for (Class<?> c : Abs.class.getDeclaredClasses()) dc.add(c.getSimpleName() + ":"
            + Modifier.toString(c.getModifiers()));
        Collections.sort(dc); p(dc + " " + Abs.class.getClasses().length);
        p(int.class == Integer.TYPE); p(new int[0].getClass() == int[].class); p(Abs.class.getModule() == ClassQueries.class.getModule());
        p(String.class.getModule() + " " + Abs.class.getModule().isNamed() + " " + String.class.getPackage() + " " + String.class.getClassLoader()
            + " " + (ClassQueries.class.getClassLoader() == ClassLoader.getSystemClassLoader()) + ClassQueries.class.getClassLoader().getName() + " "
            + ClassQueries.class.getPackage().getName().isEmpty());
        p(ClassQueries.class.getResource("no-such-file") + " " + (ClassQueries.class.getResourceAsStream("ClassQueries.class") != null) + " "
            + (Object.class.getResource("Object.class") != null) + " " + ClassQueries.class.desiredAssertionStatus() + " "
            + Abs.En.A.getDeclaringClass().getSimpleName() + Arrays.toString(Abs.En.class.getEnumConstants()) + Abs.class.getEnumConstants());
        p(Modifier.toString(0xfff) + " " + Modifier.isAbstract(Abs.class.getModifiers()) + Modifier.isFinal(int.class.getModifiers())
            + Modifier.toString(Modifier.methodModifiers()));
    }
}
