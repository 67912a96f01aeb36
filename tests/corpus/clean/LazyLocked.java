// Lazy initialisation in a synchronized getter.
public class LazyLocked {
    static class Config {
        final int size;

        Config(int size) {
            this.size = size;
        }
    }

    static Config instance;
    static final int[] seen = new int[2];

    static synchronized Config get() {
        if (instance == null) {
            instance = new Config(6);
        }
        return instance;
    }

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> seen[0] = get().size);
        Thread t2 = new Thread(() -> seen[1] = get().size);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(seen[0] + " " + seen[1]);
    }
}
