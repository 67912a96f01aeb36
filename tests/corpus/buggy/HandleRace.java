// Variables are written through a VarHandle and by reflection on one side, by their names on the other.
// expect race HandleRace.x @handle @plain
// expect race HandleRace.numbers[] @element @index
// expect race HandleRace.y @field @direct
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;

public class HandleRace {
    static int x;
    static int y;
    static final int[] numbers = new int[1];

    public static void main(String[] args) throws Exception {
        VarHandle handle = MethodHandles.lookup().findStaticVarHandle(HandleRace.class, "x", int.class);
        VarHandle element = MethodHandles.arrayElementVarHandle(int[].class);
        Field field = HandleRace.class.getDeclaredField("y");
        Thread other = new Thread(() -> {
            handle.setVolatile(1); // @handle
            element.setVolatile(numbers, 0, 1); // @element
            try {
                field.setInt(null, 3); // @field
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        x = 2; // @plain
        numbers[0] = 2; // @index
        y = 2; // @direct
        other.join();
    }
}
