import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Arrays;

/** Threads load classes that an agent sees first: what it does then is done on every path. */
public class Watched {
    static int loaded;
    static volatile String mode;
    static Instrumentation instrumentation;

    static class First { static int text() { return "value 1".length() + "value 1".charAt(6); } }
    static class Second { static int text() { return "value 1".length() + "value 1".charAt(6); } }

    public static void premain(String options, Instrumentation given) {
        mode = options;
        instrumentation = given;
        given.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
                if (!"Watched$First".equals(name) && !"Watched$Second".equals(name)) {
                    return null;
                }
                switch (mode) {
                    case "race":
                        loaded++;
                        return rewritten(bytes, '7');
                    case "locked":
                    case "late":
                    case "same":
                        synchronized (Watched.class) { loaded++; }
                        return rewritten(bytes, '7');
                    default:
                        // The class that is loaded first becomes another than the second.
                        synchronized (Watched.class) { return rewritten(bytes, (char) ('2' + loaded++)); }
                }
            }
        }, true);
    }

    static byte[] rewritten(byte[] bytes, char last) {
        byte[] from = "value 1".getBytes();
        byte[] result = bytes.clone();
        for (int at = 0; at + from.length <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + from.length, from, 0, from.length)) {
                result[at + 6] = (byte) last;
            }
        }
        return result;
    }

    public static void main(String[] args) throws Exception {
        Thread one = new Thread(() -> check(First.text()));
        Thread two = new Thread(() -> check(mode.equals("same") ? First.text() : Second.text()));
        one.start();
        two.start();
        one.join();
        two.join();
        if (mode.equals("same") && loaded != 1) {
            throw new AssertionError("a class is loaded once, but was seen " + loaded + " times");
        }
        System.out.println("loaded " + loaded);
    }

    static void check(int value) {
        if (mode.equals("late")) {
            try {
                instrumentation.retransformClasses(First.class);
            } catch (Exception thrown) {
                throw new AssertionError(thrown);
            }
        }
        if (!mode.equals("order") && value != 7 + '7') {
            throw new AssertionError("not transformed: " + value);
        }
    }
}
