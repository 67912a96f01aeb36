// The main class is initialised before main, after its superclasses and interfaces.
public class InitOfMain extends InitOfMainParts.Middle implements InitOfMainParts.WithDefault {
    static int x = log("main class, " + y);

    static int log(String what) {
        System.out.println(what);
        return what.length();
    }

    public static void main(String[] args) {
        log("main " + x + " " + y + " " + z);
    }
}

class InitOfMainParts {
    static class Top { static int z = InitOfMain.log("top, " + InitOfMain.x); }
    static class Middle extends Top { static int y = InitOfMain.log("middle"); }
    interface WithDefault { int w = InitOfMain.log("interface"); default void m() { } }
}
