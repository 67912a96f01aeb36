/*
 * WRONG: the lazy initialisation is unsynchronised. Two threads can both see
 * null and each build its own Config, so the "singleton" exists twice; and as
 * the field is not volatile, reading it is a data race with the write.
 */
public class Publication {
    static final class Config {
        private static Config instance;
        private final int port;

        private Config(int port) {
            this.port = port;
        }

        static Config instance() {
            if (instance == null) {
                instance = new Config(8080);
            }
            return instance;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Config[] seen = new Config[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            int slot = i;
            threads[i] = new Thread(() -> seen[slot] = Config.instance(), "user-" + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (seen[0] != seen[1]) {
            throw new AssertionError("two instances of a singleton");
        }
        System.out.println("port " + seen[0].port);
    }
}
