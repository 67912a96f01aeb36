import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.InputStream;

/** Runs the mutants of one class in a file, each with a loader of its own, from a number on; says which before it begins. */
public class Runner {
    static final class Loader extends ClassLoader {
        final String name;
        final byte[] bytes;

        Loader(String name, byte[] bytes) {
            this.name = name;
            this.bytes = bytes;
        }

        /** The mutant and the classes beside it are this loader's own. */
        @Override
        protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
            Class<?> known = findLoadedClass(wanted);
            if (known != null) {
                return known;
            }
            if (wanted.equals(name)) {
                return defineClass(null, bytes, 0, bytes.length);
            }
            if (!wanted.startsWith("Target")) {
                return super.loadClass(wanted, resolve);
            }
            try (InputStream in = getResourceAsStream(wanted + ".class")) {
                byte[] others = in.readAllBytes();
                return defineClass(wanted, others, 0, others.length);
            } catch (Exception e) {
                throw new ClassNotFoundException(wanted);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        int start = Integer.parseInt(args[2]);
        try (DataInputStream in = new DataInputStream(new FileInputStream(args[0]))) {
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                byte[] bytes = new byte[in.readInt()];
                in.readFully(bytes);
                if (i < start) {
                    continue;
                }
                System.out.println(i);
                try {
                    Class<?> main = Class.forName("Target", true, new Loader(args[1], bytes));
                    main.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
                } catch (Throwable t) {
                    t.toString();
                }
            }
        }
    }
}
