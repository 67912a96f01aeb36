// Lazy initialisation without any lock: two instances can be made.
// expect race LazyInit.instance @check @make
// allow race LazyInit.instance @make @make
public class LazyInit {
    static class Config {
    }

    static Config instance;

    static Config get() {
        Config c = instance; // @check
        if (c == null) {
            c = new Config();
            instance = c; // @make
        }
        return c;
    }

    public static void main(String[] args) throws Exception {
        new Config();
        Thread a = new Thread(LazyInit::get);
        Thread b = new Thread(LazyInit::get);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(instance != null);
    }
}
