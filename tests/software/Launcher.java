package launch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;

/** As fat jars have it: a loader of classes in a jar inside the jar, and `main` of one of them by reflection. */
public class Launcher extends ClassLoader {
    private final Map<String, byte[]> classes = new HashMap<>();

    Launcher(InputStream inner) throws IOException {
        super(Launcher.class.getClassLoader());
        try (JarInputStream jar = new JarInputStream(inner)) {
            for (JarEntry entry = jar.getNextJarEntry(); entry != null; entry = jar.getNextJarEntry()) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                jar.transferTo(bytes);
                classes.put(entry.getName(), bytes.toByteArray());
            }
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = classes.get(name.replace('.', '/') + ".class");
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    public static void main(String[] args) throws Exception {
        try (InputStream inner = Launcher.class.getResourceAsStream("/lib/app.jar")) {
            Launcher launcher = new Launcher(inner);
            Thread.currentThread().setContextClassLoader(launcher);
            launcher.loadClass("app.Main").getMethod("main", String[].class).invoke(null, (Object) args);
        }
    }
}
