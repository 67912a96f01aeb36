import java.io.DataInputStream;
import java.io.FileInputStream;

/** Defines each class of a file to a loader of its own, links and initialises it, and prints what came of it: a line per class. */
public class Judge {
    static final class Loader extends ClassLoader {
        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    public static void main(String[] args) throws Exception {
        StringBuilder out = new StringBuilder();
        try (DataInputStream in = new DataInputStream(new FileInputStream(args[0]))) {
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                byte[] bytes = new byte[in.readInt()];
                in.readFully(bytes);
                String verdict = "accepted";
                try {
                    Loader loader = new Loader();
                    Class.forName(loader.define(bytes).getName(), true, loader);
                } catch (Throwable t) {
                    verdict = t.getClass().getName() + ": " + t.getMessage();
                }
                out.append(verdict.replaceAll("Loader @[0-9a-f]+", "Loader @").replace('\n', '|')).append('\n');
            }
        }
        System.out.print(out);
    }
}
