// SwitchBootstraps, as pattern switches use it: type labels, constants, enum labels, restarts, and what it refuses.
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.constant.ClassDesc;
import java.lang.reflect.InvocationTargetException;
import java.util.List;

public class TypeSwitches {
    enum Colour { RED, GREEN, BLUE { int extra; } }

    sealed interface Shape permits Circle, Square { }
    record Circle(int r) implements Shape { }
    record Square(int a) implements Shape { }

    static MethodHandle site(String bootstrap, Class<?> value, Object... labels) throws Throwable {
        var type = Class.forName("java.lang.runtime.SwitchBootstraps");
        var maker = type.getMethod(bootstrap, MethodHandles.Lookup.class, String.class, MethodType.class, Object[].class);
        try {
            var site = (CallSite) maker.invoke(null, MethodHandles.lookup(), "any",
                MethodType.methodType(int.class, value, int.class), labels);
            return site.dynamicInvoker().asType(MethodType.methodType(int.class, Object.class, int.class));
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    static void show(String what, MethodHandle site, Object... values) throws Throwable {
        StringBuilder text = new StringBuilder(what);
        for (Object value : values) {
            for (int from = 0; from < 3; from++) text.append(' ').append((int) site.invokeExact(value, from));
            text.append(" |");
        }
        System.out.println(text);
    }

    static void refused(String what, String bootstrap, Class<?> value, Object... labels) throws Throwable {
        try {
            site(bootstrap, value, labels);
            System.out.println(what + " accepted");
        } catch (Exception e) {
            System.out.println(what + " " + e.getClass().getSimpleName());
        }
    }

    static Object enumDesc(Class<?> type, String name) {
        return Enum.EnumDesc.of(ClassDesc.of(type.getName()), name);
    }

    public static void main(String[] args) throws Throwable {
        show("types", site("typeSwitch", Object.class, String.class, Integer.class, CharSequence.class, Object.class),
            "s", 1, new StringBuilder(), 2L, null);
        show("constants", site("typeSwitch", Object.class, "a", 1, "b", String.class, 97),
            "a", "b", "c", 1, 97, 'a', (byte) 1, (short) 97, 1L, null);
        show("sealed", site("typeSwitch", Shape.class, Circle.class, Square.class), new Circle(1), new Square(2), null);
        show("arrays", site("typeSwitch", Object.class, int[].class, Object[].class, List.class),
            new int[0], new String[0], List.of(), "x");
        show("enum", site("enumSwitch", Colour.class, "RED", "BLUE", Colour.class, "GREEN"),
            Colour.RED, Colour.GREEN, Colour.BLUE, null);
        show("unknown constant", site("enumSwitch", Colour.class, "RED", "PINK", "GREEN"), Colour.GREEN, Colour.BLUE);
        show("enum in types", site("typeSwitch", Object.class, enumDesc(Colour.class, "GREEN"), "x", Colour.class),
            Colour.RED, Colour.GREEN, "x", null);
        show("none", site("typeSwitch", Object.class), "a", null);
        refused("a long", "typeSwitch", Object.class, 1L);
        refused("null label", "typeSwitch", Object.class, new Object[] {null});
        refused("enum of objects", "enumSwitch", Object.class, "A");
        refused("enum with integer", "enumSwitch", Colour.class, 1);
        MethodHandle site = site("typeSwitch", Object.class, String.class);
        for (int from : new int[] {-1, 2}) {
            try {
                System.out.println((int) site.invokeExact((Object) "a", from));
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName());
            }
        }
        System.out.println(Class.forName("java.lang.MatchException")
            .getConstructor(String.class, Throwable.class).newInstance("no match", null));
        System.out.println(new Circle(3) + " " + new Circle(3).equals(new Circle(3)) + " " + new Square(4).hashCode());
    }
}
