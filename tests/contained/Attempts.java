import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** What the programs here have in common. */
public class Attempts {
    static final Unsafe U = unsafe();

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    interface Attempt {
        void run() throws Throwable;
    }

    /** What each attempt throws, equal ones counted. */
    static String of(Attempt... attempts) {
        StringBuilder text = new StringBuilder();
        String last = null;
        int count = 0;
        for (Attempt attempt : attempts) {
            String now = "nothing";
            try {
                attempt.run();
            } catch (Throwable thrown) {
                now = thrown.getClass().getSimpleName();
            }
            if (!now.equals(last) && last != null) {
                text.append(last).append(count > 1 ? " x" + count : "").append(' ');
                count = 0;
            }
            last = now;
            count++;
        }
        return text.append(last).append(count > 1 ? " x" + count : "").toString();
    }

    /** Whatever it does, it is the program's own affair. */
    static void quietly(Attempt attempt) {
        try {
            attempt.run();
        } catch (Throwable thrown) {
            // As it should be.
        }
    }
}
