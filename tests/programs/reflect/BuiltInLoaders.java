// Which loader has which of the JDK's modules, and what classes, resources, bundles and protection domains say of it.
import java.util.*;

public class BuiltInLoaders {
    public static void main(String[] args) throws Exception {
        String[] names = {"java.lang.String", "java.sql.DriverManager", "java.sql.Timestamp", "com.sun.tools.javac.Main", "javax.tools.ToolProvider",
            "java.util.logging.Logger", "javax.xml.parsers.SAXParser", "java.net.http.HttpClient", "sun.misc.Unsafe", "jdk.net.ExtendedSocketOptions",
            "javax.script.ScriptEngine", "com.sun.net.httpserver.HttpServer", "sun.tools.jar.Main", "java.lang.management.ManagementFactory"};
        for (String name : names) {
            try {
                Class<?> c = Class.forName(name, false, BuiltInLoaders.class.getClassLoader());
                ClassLoader loader = c.getClassLoader();
                System.out.println(name + " " + (loader == null ? "boot" : loader.getName()) + " " + c.getModule().getName() + " "
                    + (loader == c.getModule().getClassLoader()) + " " + (c.getProtectionDomain().getCodeSource() == null ? null : c.getProtectionDomain().getCodeSource().getLocation())
                    + " " + c.getPackage());
            } catch (ClassNotFoundException e) {
                System.out.println(e);
            }
        }
        for (ClassLoader l = BuiltInLoaders.class.getClassLoader(); l != null; l = l.getParent()) System.out.println(l.getName() + " " + l.getClass().getName());
        TreeMap<String, String> modules = new TreeMap<>();
        for (Module m : ModuleLayer.boot().modules()) modules.put(m.getName(), m.getClassLoader() == null ? "boot" : m.getClassLoader().getName());
        System.out.println(modules);
        try {
            Class.forName("java.sql.Timestamp", false, null);
        } catch (ClassNotFoundException e) {
            System.out.println(e);
        }
        System.out.println(Class.forName("java.sql.Timestamp", false, ClassLoader.getPlatformClassLoader()).getClassLoader().getName());
        System.out.println(ClassLoader.getSystemClassLoader().loadClass("java.sql.Timestamp") == java.sql.Timestamp.class);
        System.out.println(java.sql.Timestamp.valueOf("2020-01-02 03:04:05").toString());
        try {
            Object o = new java.sql.Timestamp(0);
            System.out.println((String) o);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        try {
            new java.sql.Date(0).getHours();
        } catch (IllegalArgumentException e) {
            System.out.println(e + " " + e.getStackTrace()[0]);
        }
        System.out.println(ResourceBundle.getBundle("sun.security.util.Resources", Locale.ENGLISH, ClassLoader.getSystemClassLoader()).getClass());
        System.out.println(new java.sql.SQLException("x", "y", 3).getSQLState() + java.sql.JDBCType.valueOf(4));
        Runnable r = () -> System.out.println("lambda");
        r.run();
    }
}
