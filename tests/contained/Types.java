// References where they do not belong.
// prints: fields: InternalError x6
// prints: elements: InternalError x4
// prints: static: InternalError x2
// prints: fits: nothing x6
// prints: still: text 0 null base
import java.lang.reflect.Field;
import sun.misc.Unsafe;

public class Types extends Attempts {
    String text = "text";
    int number;
    long big;
    Runnable task;
    Object any;
    static String base = "base";

    static long at(String name) {
        try {
            return U.objectFieldOffset(Types.class.getDeclaredField(name));
        } catch (NoSuchFieldException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Types types = new Types();
        System.out.println("fields: " + of(
                () -> U.putObject(types, at("text"), Integer.valueOf(1)),
                () -> U.putObjectVolatile(types, at("text"), new byte[9]),
                () -> U.compareAndSwapObject(types, at("text"), types.text, new Object()),
                () -> U.getAndSetObject(types, at("text"), new Object()),
                () -> U.putObject(types, at("number"), "a number"),
                () -> System.out.println(U.getObject(types, at("big")))));
        String[] strings = {"one"};
        long[] longs = {1};
        long first = Unsafe.ARRAY_OBJECT_BASE_OFFSET;
        System.out.println("elements: " + of(
                () -> U.putObject(strings, first, Integer.valueOf(1)),
                () -> U.putObject(strings, first + 4, "two"),
                () -> U.putObject(longs, first, "two"),
                () -> U.compareAndSwapObject(strings, first, strings[0], strings)));
        Field base = Types.class.getDeclaredField("base");
        System.out.println("static: " + of(
                () -> U.putObject(U.staticFieldBase(base), U.staticFieldOffset(base), Integer.valueOf(1)),
                () -> U.putInt(U.staticFieldBase(base), U.staticFieldOffset(base), 1)));
        System.out.println("fits: " + of(
                () -> U.putObject(types, at("text"), "text"),
                () -> U.putObject(types, at("any"), longs),
                () -> U.putObject(types, at("text"), null),
                () -> U.putObject(types, at("text"), "text"),
                () -> U.putObject(new Object[1], first, strings),
                () -> U.putObject(new CharSequence[1], first, "sequence")));
        System.out.println("still: " + types.text + " " + types.number + " " + types.task + " " + Types.base);
    }
}
