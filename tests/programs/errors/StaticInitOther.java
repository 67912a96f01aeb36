// ExceptionInInitializerError from another class left uncaught, after NoClassDefFoundError was caught.
// exit: 1
public class StaticInitOther {
    static class Config { static final int PORT = Integer.parseInt("eighty"); static int use() { return PORT; } }
    static class Broken { static { Object o = "str"; Integer i = (Integer) o; } static void touch() { } }
    public static void main(String[] args) {
        try { Broken.touch(); } catch (ExceptionInInitializerError e) { System.out.println(e.getClass().getSimpleName() + " "
            + e.getCause().getClass().getSimpleName() + " " + e.getMessage());
        }
        try { Broken.touch(); } catch (NoClassDefFoundError e) { System.out.println(e.getMessage()); }
        System.out.println("now uncaught");
        System.out.println(Config.use());
    }
}
