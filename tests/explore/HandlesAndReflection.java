// finds: dead heat: HandlesAndReflection.x
// finds: dead heat: HandlesAndReflection.y
// finds: dead heat: int[0]
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;

/** Accesses that name no variable in the code. */
public class HandlesAndReflection {
    static int x;
    static int y;
    static final int[] numbers = new int[1];

    public static void main(String[] args) throws Exception {
        VarHandle handle = MethodHandles.lookup().findStaticVarHandle(HandlesAndReflection.class, "x", int.class);
        VarHandle element = MethodHandles.arrayElementVarHandle(int[].class);
        Field field = HandlesAndReflection.class.getDeclaredField("y");
        new Thread(() -> {
            handle.setVolatile(1);
            element.set(numbers, 0, 1);
            try {
                field.setInt(null, 3);
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }).start();
        x = 2;
        numbers[0] = 2;
        y = 2;
    }
}
